"""Commands of a table: opening, seats, codes, social functions, calls for the referee, and changes by a tournament."""
