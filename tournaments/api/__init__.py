"""The API's face of tournaments: read only, the same rows as the pages show."""
