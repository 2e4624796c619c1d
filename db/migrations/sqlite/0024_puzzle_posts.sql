-- The message with the puzzle of the day in a server's channel.
-- oldest code: 14
CREATE TABLE puzzle_posts (
    guild_id INTEGER NOT NULL PRIMARY KEY,
    day INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
