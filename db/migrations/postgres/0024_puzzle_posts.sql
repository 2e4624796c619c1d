-- The message with the puzzle of the day in a server's channel.
-- oldest code: 14
CREATE TABLE puzzle_posts (
    guild_id BIGINT NOT NULL PRIMARY KEY,
    day BIGINT NOT NULL,
    channel_id BIGINT NOT NULL,
    message_id BIGINT NOT NULL
);
