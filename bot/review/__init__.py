"""How somebody played a finished game: what their decisions cost, and exercises made from the costliest."""
