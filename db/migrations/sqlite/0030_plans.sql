-- Tables that are to open at a time, and who signed up.
-- oldest code: 14
CREATE TABLE plans (
    id INTEGER PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    parent_id INTEGER,
    host INTEGER NOT NULL,
    game TEXT NOT NULL,
    places INTEGER,
    turn_seconds INTEGER,
    rated INTEGER NOT NULL,
    options TEXT NOT NULL,
    at REAL NOT NULL,
    interaction INTEGER NOT NULL,
    message_id INTEGER,
    event_id INTEGER,
    reminded INTEGER NOT NULL DEFAULT 0,
    claimed_until REAL NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX plans_by_time ON plans (at);
CREATE INDEX plans_of_a_server ON plans (guild_id);

CREATE TABLE plan_people (
    plan_id INTEGER NOT NULL REFERENCES plans (id) ON DELETE CASCADE,
    person INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (plan_id, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX plans_of_a_person ON plan_people (person);
