"""The store: an engine with numbered migrations, and one part per kind of data."""
