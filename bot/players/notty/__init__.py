"""The computer players of Notty."""
