-- By seat the card whose drawing ended its last turn, for that seat alone.
-- oldest code: 14
ALTER TABLE snapshots ADD COLUMN drawn TEXT NOT NULL DEFAULT '[]';
