-- The decisions that people want to find again.
-- oldest code: 14
CREATE TABLE exercises (
    person INTEGER NOT NULL,
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    step INTEGER NOT NULL,
    passed INTEGER NOT NULL,
    due REAL NOT NULL,
    content TEXT NOT NULL,
    begun TEXT NOT NULL,
    PRIMARY KEY (person, table_id, step)
) STRICT, WITHOUT ROWID;

CREATE INDEX exercises_of_a_table ON exercises (table_id);
