"""Words and view models for the tournaments' pages."""
