"""Double entry in whole chips: accounts, transfers, postings."""
