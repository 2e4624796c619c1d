-- Games by when they ended: the boards of the latest become one line after an hour.
-- oldest code: 18
CREATE INDEX ended_games ON tables (ended_at, id) WHERE ended_at IS NOT NULL;
