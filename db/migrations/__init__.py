"""The schema's numbered migrations as SQL files, one folder per engine; never change a published one, add the next.

Both folders have the same numbers and names. PostgreSQL's begins with number 14, which combines the first fourteen.
"""
