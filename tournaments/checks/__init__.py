"""Checks of tournaments, run by `verify_log` and `check_ledger`."""
