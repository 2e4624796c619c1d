"""What is remembered of games that are over: results, ratings, seasons, leaderboards and statistics. Pure."""
