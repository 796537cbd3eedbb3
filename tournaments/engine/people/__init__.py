"""People of a tournament: admission, absences, the reserve list, seats and substitutes."""
