"""What is the same for everybody each day, as messages: the puzzle, its solution, its board."""
