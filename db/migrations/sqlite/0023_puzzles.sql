-- The puzzles of the days, the tries at them, and the boards of days, weeks and all time.
-- oldest code: 14
CREATE TABLE puzzle_days (
    day INTEGER NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    game TEXT NOT NULL,
    content TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    likeness TEXT NOT NULL UNIQUE,
    seed TEXT NOT NULL,
    made_at REAL NOT NULL,
    tried INTEGER NOT NULL,
    solved INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE puzzle_tries (
    person INTEGER NOT NULL,
    day INTEGER NOT NULL,
    begun_at REAL NOT NULL,
    tries INTEGER NOT NULL,
    moves TEXT NOT NULL,
    draft TEXT NOT NULL,
    quality INTEGER,
    seconds REAL,
    played TEXT NOT NULL,
    solved_on INTEGER NOT NULL,
    PRIMARY KEY (person, day)
) STRICT, WITHOUT ROWID;

CREATE TABLE puzzle_boards (
    span TEXT NOT NULL,
    guild_id INTEGER NOT NULL,
    person INTEGER NOT NULL,
    name TEXT NOT NULL,
    listed INTEGER NOT NULL,
    tried INTEGER NOT NULL,
    solved INTEGER NOT NULL,
    quality INTEGER NOT NULL,
    seconds REAL NOT NULL,
    PRIMARY KEY (span, guild_id, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX puzzle_places ON puzzle_boards (span, guild_id, listed, solved DESC, quality DESC, seconds, person);
CREATE INDEX puzzle_boards_of_people ON puzzle_boards (person);
CREATE INDEX puzzle_boards_of_guilds ON puzzle_boards (guild_id);
