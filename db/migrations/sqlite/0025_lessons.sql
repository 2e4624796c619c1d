-- How far people are in each game's lesson.
-- oldest code: 14
CREATE TABLE lessons (
    person INTEGER NOT NULL,
    game TEXT NOT NULL,
    content TEXT NOT NULL,
    finished_at REAL,
    PRIMARY KEY (person, game)
) STRICT, WITHOUT ROWID;
