"""Messages of the daily puzzle and the daily deal: the puzzle, its solution, the boards."""
