"""The API's face of disputes: read only, the same rows as the pages list."""
