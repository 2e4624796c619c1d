-- The puzzles of the days, the tries at them, and the boards of days, weeks and all time.
-- oldest code: 14
CREATE TABLE puzzle_days (
    day BIGINT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    game TEXT NOT NULL,
    content TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    likeness TEXT NOT NULL UNIQUE,
    seed TEXT NOT NULL,
    made_at DOUBLE PRECISION NOT NULL,
    tried BIGINT NOT NULL,
    solved BIGINT NOT NULL
);

CREATE TABLE puzzle_tries (
    person BIGINT NOT NULL,
    day BIGINT NOT NULL,
    begun_at DOUBLE PRECISION NOT NULL,
    tries BIGINT NOT NULL,
    moves TEXT NOT NULL,
    draft TEXT NOT NULL,
    quality BIGINT,
    seconds DOUBLE PRECISION,
    played TEXT NOT NULL,
    solved_on BIGINT NOT NULL,
    PRIMARY KEY (person, day)
);

CREATE TABLE puzzle_boards (
    span TEXT NOT NULL,
    guild_id BIGINT NOT NULL,
    person BIGINT NOT NULL,
    name TEXT NOT NULL,
    listed BIGINT NOT NULL,
    tried BIGINT NOT NULL,
    solved BIGINT NOT NULL,
    quality BIGINT NOT NULL,
    seconds DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (span, guild_id, person)
);

CREATE INDEX puzzle_places ON puzzle_boards (span, guild_id, listed, solved DESC, quality DESC, seconds, person);
CREATE INDEX puzzle_boards_of_people ON puzzle_boards (person);
CREATE INDEX puzzle_boards_of_guilds ON puzzle_boards (guild_id);
