"""What is kept of finished games: results, ratings, seasons, leaderboards and statistics. Pure."""
