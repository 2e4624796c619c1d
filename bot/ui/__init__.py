"""What people see and press on Discord, in rooms: each knows only those below it (docs/architecture.md)."""
