"""Sessions in the database, as Django keeps them; a key that none can have is not even looked up.

Undocumented parts of Django in here: `_get_session_from_db`, `_validate_session_key` and `_session_key`.
"""

from __future__ import annotations

import re
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from games.queries.compiled import Compiled

_KEY = re.compile(r"[0-9a-z]{8,40}")
_SESSION = Compiled(lambda key: Session.objects.filter(session_key=key), str)


class SessionStore(db.SessionStore):
    """A session of the table `django_session`."""

    def _validate_session_key(self, key: Any) -> bool:
        # A cookie may hold NUL, which PostgreSQL answers with an error and not with "no such session".
        return isinstance(key, str) and _KEY.fullmatch(key) is not None

    def _get_session_from_db(self) -> Session | None:
        # Every page asks this first: SQL made once instead of each time (docs/decisions/0071).
        found = _SESSION.first(self.session_key) if self.session_key else None
        if found is None or found.expire_date <= timezone.now():
            self._session_key = None
            return None
        return found
