"""A double-entry ledger in whole chips: accounts, transfers, postings."""
