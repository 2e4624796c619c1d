"""Learning a game: the steps of a lesson, and the list of lessons with a person's progress."""
