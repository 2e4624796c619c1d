-- Who wants to be called for a game in a server, when they were, and tables that begin by themselves.
-- oldest code: 14
CREATE TABLE call_wishes (
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    person INTEGER NOT NULL,
    PRIMARY KEY (guild_id, game, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX call_wishes_of_a_person ON call_wishes (person);

CREATE TABLE calls_made (
    person INTEGER NOT NULL,
    at REAL NOT NULL,
    PRIMARY KEY (person, at)
) STRICT, WITHOUT ROWID;

ALTER TABLE tables ADD COLUMN starts_full INTEGER NOT NULL DEFAULT 0;
