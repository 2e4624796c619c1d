"""The table's model: record, position, errors, and Protocols for what it needs."""
