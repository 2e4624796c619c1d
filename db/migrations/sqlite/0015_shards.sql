-- Which process looks after which of Discord's shards, until when, and which of them leads.
CREATE TABLE shards (
    number INTEGER PRIMARY KEY,
    owner TEXT,
    heir TEXT,
    heir_ready INTEGER NOT NULL DEFAULT 0,
    beat REAL
);
CREATE TABLE processes (
    name TEXT PRIMARY KEY,
    until REAL NOT NULL,
    leaving INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE shard_plan (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    shards INTEGER NOT NULL,
    leader TEXT,
    leads_until REAL NOT NULL DEFAULT 0
);
