"""One deal, played by different people: each alone against the same computer players, and their lines compared."""
