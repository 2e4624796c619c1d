"""Records of finished games: results, ratings, seasons, leaderboards and statistics. Pure."""
