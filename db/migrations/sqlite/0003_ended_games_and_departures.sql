-- Finding ended games of a server and of a person, and the servers whose data is to be deleted.
CREATE INDEX ended_games_of_a_guild ON tables (guild_id, id)
    WHERE phase IN ('over', 'closed') AND start_interaction IS NOT NULL;
CREATE INDEX all_seats_of_a_person ON seats (person, table_id) WHERE person IS NOT NULL;

-- The bot was removed from these servers; all that is stored about one is deleted at that time.
CREATE TABLE departures (
    guild_id INTEGER PRIMARY KEY,
    delete_at REAL NOT NULL
) STRICT;

CREATE INDEX departures_in_order ON departures (delete_at);
