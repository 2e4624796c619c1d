"""Games that are over: their one-file form, stepping through them, and checking that everything was fair. Pure."""
