-- Tables carry the shard whose process looks after them, and live processes are told apart from namesakes.
-- Older programs open tables without a shard: who claims shards next fills it in.
-- oldest code: 14
ALTER TABLE tables ADD COLUMN outside BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN shard BIGINT;

UPDATE tables SET shard = (guild_id >> 22) % coalesce((SELECT shards FROM shard_plan), 1)
WHERE phase IN ('lobby', 'playing') OR announced_version < version;

DROP INDEX live_deadlines;
DROP INDEX unannounced_tables;
CREATE INDEX live_deadlines ON tables (shard, deadline_at)
    WHERE deadline_at IS NOT NULL AND phase IN ('lobby', 'playing');
CREATE INDEX unannounced_tables ON tables (shard, id) WHERE announced_version < version;

ALTER TABLE processes ADD COLUMN life TEXT NOT NULL DEFAULT '';
