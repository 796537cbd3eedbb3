"""Commands of a deal: preparing it, its moves, its clock, and the players' presence."""
