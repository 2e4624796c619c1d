-- Whether all seats of a finished game shared first place; NULL for results from before, whose places tell.
-- oldest code: 14
ALTER TABLE results ADD COLUMN drawn INTEGER;
