-- Who is to be told something later, and how clocks wait for people.
-- oldest code: 14
CREATE TABLE tellings (
    person INTEGER NOT NULL PRIMARY KEY,
    due REAL,
    channel_id INTEGER,
    message_id INTEGER
) STRICT;

CREATE INDEX tellings_by_time ON tellings (due) WHERE due IS NOT NULL;

CREATE TABLE invitations_to_tell (
    person INTEGER NOT NULL,
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    PRIMARY KEY (person, table_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX invitations_to_tell_of_a_table ON invitations_to_tell (table_id);

ALTER TABLE tables ADD COLUMN clock_rests INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN away_until REAL;
