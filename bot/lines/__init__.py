"""One deal played by several people, each alone against the same computer players, to compare their lines."""
