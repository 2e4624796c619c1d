"""The same cards for everybody, each day: which puzzle a day gets, its stock, and the tries at it."""
