-- How people played games that are over.
-- oldest code: 14
CREATE TABLE reviews (
    person INTEGER NOT NULL,
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    at REAL NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (person, table_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX reviews_of_a_table ON reviews (table_id);
