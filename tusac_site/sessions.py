"""Sessions in the database, as Django keeps them; a key that none can have is not even looked up."""

from __future__ import annotations

import re

from django.contrib.sessions.backends import db

_KEY = re.compile(r"[0-9a-z]{8,40}")


class SessionStore(db.SessionStore):
    """A session of the table `django_session`."""

    def __init__(self, session_key: str | None = None) -> None:
        """A cookie may hold NUL, which PostgreSQL answers with an error and not with "no such session"."""
        super().__init__(session_key if session_key and _KEY.fullmatch(session_key) else None)
