"""The puzzle of the day: choosing it, making puzzles ahead of time, and people's tries."""
