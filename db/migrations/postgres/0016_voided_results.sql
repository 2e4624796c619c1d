-- When a server's moderators voided a result: it stays in the history and counts for nothing.
ALTER TABLE results ADD COLUMN voided_at DOUBLE PRECISION;
