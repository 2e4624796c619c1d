-- The decisions that people want to find again.
-- oldest code: 14
CREATE TABLE exercises (
    person BIGINT NOT NULL,
    table_id BIGINT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    step BIGINT NOT NULL,
    passed BIGINT NOT NULL,
    due DOUBLE PRECISION NOT NULL,
    content TEXT NOT NULL,
    begun TEXT NOT NULL,
    PRIMARY KEY (person, table_id, step)
);

CREATE INDEX exercises_of_a_table ON exercises (table_id);
