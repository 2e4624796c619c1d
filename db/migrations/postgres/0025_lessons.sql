-- How far people are in each game's lesson.
-- oldest code: 14
CREATE TABLE lessons (
    person BIGINT NOT NULL,
    game TEXT NOT NULL,
    content TEXT NOT NULL,
    finished_at DOUBLE PRECISION,
    PRIMARY KEY (person, game)
);
