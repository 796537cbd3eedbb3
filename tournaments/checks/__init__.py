"""The tournaments' part of `verify_log` and `check_ledger`."""
