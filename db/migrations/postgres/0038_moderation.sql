-- What moderators did in their servers, for those who manage them. NULL in place of people whose data was deleted.
-- oldest code: 14
CREATE TABLE moderation (
    interaction BIGINT PRIMARY KEY,
    guild_id BIGINT NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    moderator BIGINT,
    act TEXT NOT NULL,
    about BIGINT,
    detail TEXT NOT NULL
);

CREATE INDEX moderation_of_guilds ON moderation (guild_id, at);
CREATE INDEX moderation_by_moderator ON moderation (moderator);
CREATE INDEX moderation_about_people ON moderation (about);
CREATE INDEX moderation_by_age ON moderation (at);
