-- What became of plans in the quiet hours of their hosts, in their languages: nothing else stored says so afterwards.
-- oldest code: 14
CREATE TABLE news_to_tell (
    person BIGINT NOT NULL,
    words TEXT NOT NULL,
    guild_id BIGINT NOT NULL,
    PRIMARY KEY (person, words)
);

CREATE INDEX news_to_tell_of_a_server ON news_to_tell (guild_id);
