"""The texts of Notty."""
