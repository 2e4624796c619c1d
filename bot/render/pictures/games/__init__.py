"""The pictures of each game, and what several of them share."""
