-- AUTOINCREMENT: a message's old buttons, or a step still under way, must never meet a later plan.
-- oldest code: 14
CREATE TABLE plans_numbered (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
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
INSERT INTO plans_numbered (
    id, guild_id, channel_id, parent_id, host, game, places, turn_seconds, rated, options, at, interaction, message_id,
    event_id, reminded, claimed_until
)
SELECT
    id, guild_id, channel_id, parent_id, host, game, places, turn_seconds, rated, options, at, interaction, message_id,
    event_id, reminded, claimed_until
FROM plans;
DROP TABLE plans;
ALTER TABLE plans_numbered RENAME TO plans;

CREATE INDEX plans_by_time ON plans (at);
CREATE INDEX plans_of_a_server ON plans (guild_id);
