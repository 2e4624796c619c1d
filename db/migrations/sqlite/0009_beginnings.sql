-- Whose first action a game still waits for, and who left before everybody had played. Games that run count as begun.
ALTER TABLE tables ADD COLUMN yet_to_play TEXT NOT NULL DEFAULT '[]';
ALTER TABLE tables ADD COLUMN excused TEXT NOT NULL DEFAULT '[]';
