"""Records of finished games: results, ratings, seasons, leaderboards, statistics. Pure, except for the recorder."""
