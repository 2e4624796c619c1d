-- How people played games that are over.
-- oldest code: 14
CREATE TABLE reviews (
    person BIGINT NOT NULL,
    table_id BIGINT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    version BIGINT NOT NULL,
    at DOUBLE PRECISION NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (person, table_id)
);

CREATE INDEX reviews_of_a_table ON reviews (table_id);
