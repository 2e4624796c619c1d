"""The pure rules of the five games: values and functions, nothing that waits, looks at a clock or logs."""
