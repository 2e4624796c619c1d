-- Under which name a person had a seat that somebody else has taken over, and up to which action. Seat -1: not known.
ALTER TABLE tables RENAME COLUMN replaced TO former;
UPDATE tables SET former = (SELECT json_group_array(json_array(value, '', -1, 0)) FROM json_each(former))
    WHERE former <> '[]';
