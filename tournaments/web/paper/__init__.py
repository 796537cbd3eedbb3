"""Pages for printing, and for typing in what was written by hand."""
