"""The mathematics of shedding cards in Notty."""
