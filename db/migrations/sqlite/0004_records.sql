-- Results, ratings and seasons. Results are the truth: ratings and their changes can be computed from them again.

-- Every server begins in season 1 without a row.
CREATE TABLE seasons (
    guild_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    started_at REAL NOT NULL,
    PRIMARY KEY (guild_id, number)
) STRICT, WITHOUT ROWID;

-- `id` is the order in which ratings were computed. `ladder` is NULL where the game is not rated.
CREATE TABLE results (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL UNIQUE REFERENCES tables (id) ON DELETE CASCADE,
    guild_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    season INTEGER NOT NULL,
    ended_at REAL NOT NULL,
    ladder TEXT
) STRICT;

-- `person` is 0 for computer players and unknown people, below 0 for former players; `level` is '' for people.
CREATE TABLE result_seats (
    result_id INTEGER NOT NULL REFERENCES results (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    seat INTEGER,
    person INTEGER NOT NULL,
    level TEXT NOT NULL,
    rank INTEGER NOT NULL,
    score INTEGER,
    helped INTEGER NOT NULL,
    left_early INTEGER NOT NULL,
    PRIMARY KEY (result_id, number)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_of_a_person ON result_seats (person, result_id) WHERE person > 0;
CREATE INDEX results_of_a_person_in_a_guild ON result_seats (person, guild_id, result_id) WHERE person > 0;

-- What a result did to each rating: in its server's season, and (guild_id 0) everywhere.
CREATE TABLE rating_changes (
    result_id INTEGER NOT NULL REFERENCES results (id) ON DELETE CASCADE,
    guild_id INTEGER NOT NULL,
    person INTEGER NOT NULL,
    level TEXT NOT NULL,
    mu_before REAL NOT NULL,
    sigma_before REAL NOT NULL,
    games_before INTEGER NOT NULL,
    mu_after REAL NOT NULL,
    sigma_after REAL NOT NULL,
    PRIMARY KEY (result_id, guild_id, person, level)
) STRICT, WITHOUT ROWID;

CREATE INDEX rating_changes_of_a_person ON rating_changes (person) WHERE person > 0;

-- Season 0 of server 0 is everywhere. `listed`: whether leaderboards show it; everywhere, who wants that.
CREATE TABLE ratings (
    game TEXT NOT NULL,
    ladder TEXT NOT NULL,
    guild_id INTEGER NOT NULL,
    season INTEGER NOT NULL,
    person INTEGER NOT NULL,
    level TEXT NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    games INTEGER NOT NULL,
    provisional INTEGER NOT NULL,
    listed INTEGER NOT NULL,
    PRIMARY KEY (guild_id, season, game, ladder, person, level)
) STRICT, WITHOUT ROWID;

CREATE INDEX leaderboards ON ratings
    (guild_id, season, game, ladder, provisional, mu DESC, person, level, sigma, games) WHERE listed = 1;
CREATE INDEX ratings_of_a_person ON ratings (person, guild_id, season) WHERE person > 0;
CREATE INDEX games_without_a_result ON tables (ended_at, id) WHERE phase = 'over';
