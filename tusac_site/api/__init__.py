"""What all parts of the API share: its addresses, the one shape of its errors, and how bodies are read."""
