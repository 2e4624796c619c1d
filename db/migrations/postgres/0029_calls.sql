-- Who wants to be called for a game in a server, when they were, and tables that begin by themselves.
-- oldest code: 14
CREATE TABLE call_wishes (
    guild_id BIGINT NOT NULL,
    game TEXT NOT NULL,
    person BIGINT NOT NULL,
    PRIMARY KEY (guild_id, game, person)
);

CREATE INDEX call_wishes_of_a_person ON call_wishes (person);

CREATE TABLE calls_made (
    person BIGINT NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (person, at)
);

ALTER TABLE tables ADD COLUMN starts_full BIGINT NOT NULL DEFAULT 0;
