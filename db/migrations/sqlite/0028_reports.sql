-- What people report to the host about the bot's messages.
-- oldest code: 18
CREATE TABLE reports (
    id INTEGER PRIMARY KEY,
    person INTEGER NOT NULL,
    at REAL NOT NULL,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    table_id INTEGER REFERENCES tables (id) ON DELETE CASCADE,
    words TEXT NOT NULL
) STRICT;

CREATE INDEX reports_of_people ON reports (person, at);
CREATE INDEX reports_of_a_table ON reports (table_id);
CREATE INDEX reports_by_age ON reports (at);
CREATE INDEX reports_of_guilds ON reports (guild_id);
