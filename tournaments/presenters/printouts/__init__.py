"""Views for the hall and for paper: the hall screen, slips, score sheets, files."""
