"""Commands of a table: opening, sitting down, codes, company, calls of the referee, and what its tournament changes."""
