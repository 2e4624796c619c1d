-- Messages that are being sent: noted before Discord is asked, gone when it is known which message it is.
CREATE TABLE sends (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    audience INTEGER NOT NULL,
    attempt TEXT NOT NULL,
    PRIMARY KEY (table_id, audience)
) STRICT, WITHOUT ROWID;
