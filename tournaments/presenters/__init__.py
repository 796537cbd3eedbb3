"""All words and view models of the tournaments' pages."""
