"""What `verify_log` and `check_ledger` ask of tournaments."""
