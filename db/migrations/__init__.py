"""The schema's numbered migrations as SQL files, one folder an engine; never change a published one, add the next.

The folders have the same numbers and names. PostgreSQL's begins with number 14, which is all before it in one.
"""
