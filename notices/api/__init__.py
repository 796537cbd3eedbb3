"""The API's part of notices."""
