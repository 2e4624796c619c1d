-- Whom a host took out of a running game, and whether that voided its rating.
ALTER TABLE tables ADD COLUMN removed TEXT NOT NULL DEFAULT '[]';
ALTER TABLE tables ADD COLUMN voided INTEGER NOT NULL DEFAULT 0;

ALTER TABLE result_seats ADD COLUMN taken_out INTEGER NOT NULL DEFAULT 0;
