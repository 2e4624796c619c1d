-- Rated results by when they ended: who won most points in the last days, in a server and everywhere.
-- oldest code: 14
CREATE INDEX results_by_time ON results (guild_id, game, ladder, ended_at) WHERE ladder IS NOT NULL;
CREATE INDEX results_everywhere_by_time ON results (game, ladder, ended_at) WHERE ladder IS NOT NULL;
