"""Commands of a deal: before its first card, its moves, its clock, who is there."""
