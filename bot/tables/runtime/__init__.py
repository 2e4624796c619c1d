"""All tables of a process: opening, alarms, waking, time that does not count, hints, forgetting."""
