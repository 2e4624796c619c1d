-- Whom a table names in any way, so that an export reads its person's tables only; and what else is looked for by
-- person or by server when data is handed over or deleted.
CREATE TABLE table_people (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    person INTEGER NOT NULL,
    PRIMARY KEY (table_id, person)
) STRICT, WITHOUT ROWID;

INSERT INTO table_people (table_id, person)
SELECT id, person FROM (
    SELECT id, host AS person FROM tables
    UNION SELECT table_id, person FROM seats WHERE person IS NOT NULL
    UNION SELECT tables.id, json_each.value FROM tables, json_each(invited) WHERE invited IS NOT NULL
    UNION SELECT tables.id, json_each.value FROM tables, json_each(barred) WHERE barred <> '[]'
    UNION SELECT tables.id, json_each.value FROM tables, json_each(declined) WHERE declined <> '[]'
    UNION SELECT tables.id, json_each.value FROM tables, json_each(removed) WHERE removed <> '[]'
    UNION SELECT tables.id, json_each.value FROM tables, json_each(excused) WHERE excused <> '[]'
    UNION SELECT tables.id, json_extract(json_each.value, '$[0]') FROM tables, json_each(former) WHERE former <> '[]'
    UNION SELECT id, json_extract(proposal, '$[1]') FROM tables WHERE proposal IS NOT NULL
    UNION SELECT tables.id, json_each.value FROM tables, json_each(proposal, '$[2]') WHERE proposal IS NOT NULL
    UNION SELECT id, CAST(substr(closing_reason, instr(closing_reason, '<@') + 2) AS INTEGER) FROM tables
        WHERE instr(closing_reason, '<@') > 0
) WHERE person > 0;

CREATE INDEX tables_of_people ON table_people (person, table_id);
CREATE INDEX tables_of_a_guild ON tables (guild_id, id);
CREATE INDEX rematches ON tables (rematch_of) WHERE rematch_of IS NOT NULL;
CREATE INDEX actions_of_a_person ON actions (by, table_id, number) WHERE by > 0;
CREATE INDEX messages_of_a_person ON messages (audience, table_id) WHERE audience > 0;
