"""The tables of a process: alarms, waking, hints, forgetting."""
