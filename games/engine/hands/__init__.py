"""How cards form sets, what a hand can still become, and a fast simulation of deals for searches."""
