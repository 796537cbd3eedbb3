"""The rules of tournaments: who plays whom, what it counts for, what is owed. Pure: the standard library alone."""
