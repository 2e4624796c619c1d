-- The boards of the days' deals everywhere list only who wants that.
-- oldest code: 14
CREATE INDEX listed_ranks_of_a_day ON lines (day, place, margin, ended_at, id)
    WHERE ranked = 1 AND listed = 1 AND ended_at IS NOT NULL;
