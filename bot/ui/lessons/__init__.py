"""Learning a game: the steps of a lesson, and how far one is in each."""
