-- What was left of the clock of somebody who handed their turn to the computer.
-- oldest code: 14
ALTER TABLE tables ADD COLUMN clock_left REAL;
