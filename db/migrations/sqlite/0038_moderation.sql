-- What moderators did in their servers, for those who manage them. NULL in place of people whose data was deleted.
-- oldest code: 14
CREATE TABLE moderation (
    interaction INTEGER PRIMARY KEY,
    guild_id INTEGER NOT NULL,
    at REAL NOT NULL,
    moderator INTEGER,
    act TEXT NOT NULL,
    about INTEGER,
    detail TEXT NOT NULL
) STRICT;

CREATE INDEX moderation_of_guilds ON moderation (guild_id, at);
CREATE INDEX moderation_by_moderator ON moderation (moderator);
CREATE INDEX moderation_about_people ON moderation (about);
CREATE INDEX moderation_by_age ON moderation (at);
