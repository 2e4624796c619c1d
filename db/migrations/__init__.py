"""The numbered steps of the schema, as SQL files; a published one is never changed, only followed by the next."""
