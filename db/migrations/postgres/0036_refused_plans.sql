-- What was said of a plan that could not open, until its message shows it.
-- oldest code: 14
ALTER TABLE plans ADD COLUMN refusal TEXT;
