"""The API's face of tables, deals and the own account: the same commands and queries as the pages, in JSON."""
