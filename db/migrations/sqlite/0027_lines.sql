-- The deals of the days, and how people play deals alone against computer players: a day's, or that of a game again.
-- oldest code: 14
CREATE TABLE deal_days (
    day INTEGER NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    options TEXT NOT NULL,
    levels TEXT NOT NULL,
    seat INTEGER NOT NULL,
    secret TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    made_at REAL NOT NULL
) STRICT;

-- `margin` is how far the score is from those of the others: the lower the better.
CREATE TABLE lines (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    person INTEGER NOT NULL,
    name TEXT NOT NULL,
    guild_id INTEGER NOT NULL,
    table_id INTEGER REFERENCES tables (id) ON DELETE CASCADE,
    day INTEGER,
    seat INTEGER NOT NULL,
    asked_by INTEGER NOT NULL,
    begun_at REAL NOT NULL,
    moves TEXT NOT NULL,
    draft TEXT NOT NULL,
    ended_at REAL,
    place INTEGER,
    score INTEGER,
    margin INTEGER,
    ranked INTEGER NOT NULL,
    listed INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX unfinished_lines ON lines (person, table_id, seat) WHERE ended_at IS NULL AND table_id IS NOT NULL;
CREATE UNIQUE INDEX lines_of_a_day ON lines (day, person) WHERE day IS NOT NULL;
CREATE INDEX ranks_of_a_day ON lines (day, place, margin, ended_at, id) WHERE ranked = 1 AND ended_at IS NOT NULL;
CREATE INDEX lines_of_guilds ON lines (guild_id, day, place, margin, ended_at, id);
CREATE INDEX lines_of_people ON lines (person, begun_at);
CREATE INDEX lines_of_tables ON lines (table_id, id);
CREATE INDEX lines_of_askers ON lines (asked_by) WHERE asked_by <> 0;
