"""What is shown from afar or printed: the hall screen, slips, score sheets, files."""
