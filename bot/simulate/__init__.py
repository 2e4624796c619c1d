"""Games between computer players without Discord: statistics, and logs that can be replayed."""
