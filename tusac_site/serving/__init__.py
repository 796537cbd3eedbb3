"""How requests are served: threads for pages, what requests bring, answers on their way, static files."""
