"""Mutants: one small change of the code at a time, and whether the tests near by turn red. `make mutants` runs them."""
