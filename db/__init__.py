"""The store: an engine with numbered migrations, and a part for each who needs something kept."""
