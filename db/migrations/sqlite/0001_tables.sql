-- The first schema: tables and their games, people and servers, and what the bot was doing.
-- Ids of Discord are snowflakes: whole numbers below 2^63. Times are seconds since the epoch, UTC.

-- AUTOINCREMENT: the id in an old button must never name a newer table.
CREATE TABLE tables (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    places INTEGER NOT NULL,
    host INTEGER NOT NULL,
    secret BLOB NOT NULL,
    created_at REAL NOT NULL,
    phase TEXT NOT NULL,
    version INTEGER NOT NULL,
    decision INTEGER NOT NULL,
    start_interaction INTEGER,
    started_at REAL,
    ended_at REAL,
    closing_reason TEXT,
    deadline_kind TEXT,
    deadline_at REAL,
    lease_owner TEXT,
    lease_until REAL,
    announced_version INTEGER NOT NULL DEFAULT 0,
    rematch_of INTEGER REFERENCES tables (id),
    rated INTEGER NOT NULL,
    CHECK ((deadline_kind IS NULL) = (deadline_at IS NULL))
) STRICT;

CREATE UNIQUE INDEX one_live_table_a_channel ON tables (channel_id) WHERE phase IN ('lobby', 'playing');
CREATE INDEX tables_of_a_channel ON tables (channel_id, id);
CREATE INDEX live_tables_of_a_guild ON tables (guild_id, id) WHERE phase IN ('lobby', 'playing');
CREATE INDEX live_deadlines ON tables (deadline_at)
    WHERE deadline_at IS NOT NULL AND phase IN ('lobby', 'playing');
CREATE INDEX unannounced_tables ON tables (id) WHERE announced_version < version;

-- The game's state and the last public events: one row a table, overwritten by every move.
CREATE TABLE snapshots (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    state TEXT,
    recent TEXT NOT NULL
) STRICT;

CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    person INTEGER,
    level TEXT,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_of_a_person ON seats (person, table_id) WHERE person IS NOT NULL AND level IS NULL;

CREATE TABLE actions (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    text TEXT NOT NULL,
    by INTEGER,
    at REAL NOT NULL,
    PRIMARY KEY (table_id, number)
) STRICT, WITHOUT ROWID;

CREATE TABLE drafts (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    decision INTEGER NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE messages (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    audience INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    sent_at REAL NOT NULL,
    version INTEGER NOT NULL,
    PRIMARY KEY (table_id, audience)
) STRICT, WITHOUT ROWID;

-- The interactions of the last day that changed something, so that a repeated delivery changes nothing.
CREATE TABLE interactions (
    id INTEGER PRIMARY KEY
) STRICT;

CREATE TABLE people (
    id INTEGER PRIMARY KEY,
    settings TEXT NOT NULL
) STRICT;

CREATE TABLE guild_settings (
    guild_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (guild_id, name)
) STRICT, WITHOUT ROWID;

-- When the bot was last seen alive: one row at most.
CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at REAL NOT NULL
) STRICT;
