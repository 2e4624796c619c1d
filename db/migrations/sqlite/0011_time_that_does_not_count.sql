-- When a deadline began to run: time in which nobody could play moves it by as much as it lived through.
ALTER TABLE tables ADD COLUMN deadline_since REAL NOT NULL DEFAULT 0;
