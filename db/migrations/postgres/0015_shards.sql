-- Which process looks after which of Discord's shards, until when, and which of them leads.
-- oldest code: 14
CREATE TABLE shards (
    number BIGINT PRIMARY KEY,
    owner TEXT,
    heir TEXT,
    heir_ready BIGINT NOT NULL DEFAULT 0,
    beat DOUBLE PRECISION
);
CREATE TABLE processes (
    name TEXT PRIMARY KEY,
    until DOUBLE PRECISION NOT NULL,
    leaving BIGINT NOT NULL DEFAULT 0
);
CREATE TABLE shard_plan (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    shards BIGINT NOT NULL,
    leader TEXT,
    leads_until DOUBLE PRECISION NOT NULL DEFAULT 0
);
