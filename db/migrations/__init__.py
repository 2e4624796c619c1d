"""The schema's numbered migrations as SQL files; never change a published one, add the next."""
