"""A table in words: seats, times, news, ratings, places."""
