"""Sessions in the database, as Django keeps them; a key that none can have is not even looked up."""

from __future__ import annotations

import re
from typing import Any

from django.contrib.sessions.backends import db

_KEY = re.compile(r"[0-9a-z]{8,40}")


class SessionStore(db.SessionStore):
    """A session of the table `django_session`."""

    def _validate_session_key(self, key: Any) -> bool:
        # A cookie may hold NUL, which PostgreSQL answers with an error and not with "no such session".
        return isinstance(key, str) and _KEY.fullmatch(key) is not None
