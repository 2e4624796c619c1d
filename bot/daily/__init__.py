"""The puzzle of the day: making puzzles ahead of time, people's tries, and practice with earlier ones."""
