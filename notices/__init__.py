"""Notices to a member, shown on every page: rows made from events of deals, tournaments and accounts."""
