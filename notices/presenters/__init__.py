"""Words of notices."""
