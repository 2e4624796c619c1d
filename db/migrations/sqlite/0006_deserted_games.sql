-- Games that were closed in mid-game and may still lack a result: at each start the bot looks for them.
CREATE INDEX closed_games ON tables (ended_at, id)
    WHERE phase = 'closed' AND started_at IS NOT NULL AND ended_by_agreement = 0;
