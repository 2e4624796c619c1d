-- What became of plans in the quiet hours of their hosts, in their languages: nothing else stored says so afterwards.
-- oldest code: 14
CREATE TABLE news_to_tell (
    person INTEGER NOT NULL,
    words TEXT NOT NULL,
    guild_id INTEGER NOT NULL,
    PRIMARY KEY (person, words)
) STRICT, WITHOUT ROWID;

CREATE INDEX news_to_tell_of_a_server ON news_to_tell (guild_id);
