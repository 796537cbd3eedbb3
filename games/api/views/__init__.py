"""The API's views: each calls a command or a query, and serializes the result."""
