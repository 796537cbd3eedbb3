"""Serving requests: threads for pages, request bodies, outgoing answers, static files."""
