"""How somebody played a game that is over: what their decisions cost, and exercises made of the dearest."""
