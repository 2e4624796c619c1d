"""The pictures of each game, and the parts that several games share."""
