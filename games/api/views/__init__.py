"""The views of the API: each asks a command or a query, and hands its view model to a serializer."""
