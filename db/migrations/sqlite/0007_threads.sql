-- The channel above a public thread, where the same people may look: Discord tells nothing of threads that sleep.
ALTER TABLE tables ADD COLUMN parent_id INTEGER;
