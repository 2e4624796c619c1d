"""What is typed: completion, moves by command, taking back."""
