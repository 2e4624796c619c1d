-- Seats of a rematch that wait for their people, and who did not want theirs.
ALTER TABLE seats ADD COLUMN kept INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN declined TEXT NOT NULL DEFAULT '[]';
