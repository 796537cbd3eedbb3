"""Sets the time limits of every web process, and what its garbage collection skips.

The limits are for a client, the database and an answer; `docs/operations.md` states the same ones, and a test
compares them. Nothing here depends on a proxy.
"""

from __future__ import annotations

import gc
import resource
from typing import Any, Final

from django.urls import get_resolver

REQUEST_SECONDS: Final = 20
"""In which a request has to have come, its head and its body, from the first byte (of a connection: from the start)."""
TAKING_SECONDS: Final = 30
"""In which a client has to take what waits for it (64 KiB at the most), or the connection is cut."""
ANSWER_SECONDS: Final = 8
"""In which a page has to be answered; then its reader gets a 503, whatever the page still waits for."""
LOGIN_SECONDS: Final = 20
"""The same where a password is hashed: on a loaded machine these wait for the processor, not for the database."""
EXPORT_SECONDS: Final = 25
"""In which the first piece of a file of records has to be there: one thread writes all of them, in turn."""
STATEMENT_SECONDS: Final = 7
"""In which PostgreSQL has to carry out a statement of a page."""
LOCK_SECONDS: Final = 5
"""Which a page waits for a lock, of PostgreSQL or of SQLite's one writer."""
MOST_CONNECTIONS: Final = resource.getrlimit(resource.RLIMIT_NOFILE)[0] * 7 // 8
"""Connections that a process keeps; what is left of the files that it may open is for the database and static files."""


def limit_page_statements(database: dict[str, Any]) -> None:
    """Limit how long any statement on `database`, an entry of `DATABASES`, may take. Call it before connecting.

    Only web processes do this: a worker, a migration or a check may take its time.
    """
    options = database.setdefault("OPTIONS", {})
    if database["ENGINE"] == "django.db.backends.postgresql":
        limits = f"-c statement_timeout={STATEMENT_SECONDS}s -c lock_timeout={LOCK_SECONDS}s"
        options["options"] = f"{options.get('options', '')} {limits}".strip()
    elif database["ENGINE"] == "django.db.backends.sqlite3":
        options["timeout"] = LOCK_SECONDS
        options["init_command"] = (
            f"{options.get('init_command', '')} PRAGMA busy_timeout={LOCK_SECONDS * 1000};".strip()
        )


def freeze_what_stays() -> None:
    """Load what pages would load lazily, and exclude everything loaded from later collections."""
    assert get_resolver().url_patterns
    gc.collect()
    gc.freeze()
