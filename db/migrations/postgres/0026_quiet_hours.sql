-- Who is to be told something later, and how clocks wait for people.
-- oldest code: 14
CREATE TABLE tellings (
    person BIGINT NOT NULL PRIMARY KEY,
    due DOUBLE PRECISION,
    channel_id BIGINT,
    message_id BIGINT
);

CREATE INDEX tellings_by_time ON tellings (due) WHERE due IS NOT NULL;

CREATE TABLE invitations_to_tell (
    person BIGINT NOT NULL,
    table_id BIGINT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    PRIMARY KEY (person, table_id)
);

CREATE INDEX invitations_to_tell_of_a_table ON invitations_to_tell (table_id);

ALTER TABLE tables ADD COLUMN clock_rests BIGINT NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN away_until DOUBLE PRECISION;
