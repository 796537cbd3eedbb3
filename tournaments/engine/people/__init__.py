"""Who plays: admission, entries, the reserve list, seats and substitutes."""
