-- The key's columns come first: in a table like the one before, SQLite 3.40 finds a NULL in the column that the key
-- leaves out, which is none, and the file was taken for damaged.
-- oldest code: 14
CREATE TABLE days_spent (
    day INTEGER NOT NULL,
    what TEXT NOT NULL,
    mark TEXT NOT NULL,
    salt TEXT NOT NULL,
    PRIMARY KEY (day, what, mark)
) WITHOUT ROWID;
INSERT INTO days_spent (day, what, mark, salt) SELECT day, what, mark, salt FROM spent_days;
DROP TABLE spent_days;
ALTER TABLE days_spent RENAME TO spent_days;
