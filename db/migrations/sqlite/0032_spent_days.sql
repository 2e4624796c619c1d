-- Who deletes their data after they have seen a day's puzzle or deal does not meet it as somebody new on that day.
-- oldest code: 14
CREATE TABLE spent_days (
    day INTEGER NOT NULL,
    what TEXT NOT NULL,
    salt TEXT NOT NULL,
    mark TEXT NOT NULL,
    PRIMARY KEY (day, what, mark)
) WITHOUT ROWID;
