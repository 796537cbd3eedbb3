"""What concerns a member, told on every page: rows made from the events of deals, tournaments and accounts."""
