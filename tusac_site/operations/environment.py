"""Parses environment variables that take more than a line: `DATABASE_URL`, `TUSAC_MAIL` and `TUSAC_HSTS`."""

from __future__ import annotations

import re
from typing import Any, Final
from urllib.parse import unquote, urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

from games.common.own_address import leads_here_alone

SQLITE_OPTIONS: Final = {
    # A writer takes its lock at BEGIN: a transaction that reads first and writes later can then not
    # fail half-way with "database is locked".
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    # recursive_triggers: without it INSERT OR REPLACE deletes rows behind the append-only triggers.
    "init_command": (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; "
        "PRAGMA busy_timeout=20000; PRAGMA recursive_triggers=ON;"
    ),
}
PREPARED: Final = {"server_side_binding": True, "prepare_threshold": 1}
"""The server parses and plans the same few statements once a connection, and not once a move."""
POSTGRESQL_OPTIONS: Final = {
    "connect_timeout": 3,
    # A machine that went away without a word is given up after a quarter of a minute.
    "keepalives_idle": 10,
    "keepalives_interval": 3,
    "keepalives_count": 2,
    "tcp_user_timeout": 15_000,
    # Whoever holds a lock for longer is frozen or forgotten. Eight who wait for it would be all
    # threads of a web process; they get a 503, and a worker's task is enqueued again. And the server, too,
    # gives up a machine that went away without a word: by itself it keeps its locks for hours.
    "options": "-c lock_timeout=10s -c idle_in_transaction_session_timeout=300s"
    " -c tcp_keepalives_idle=10 -c tcp_keepalives_interval=3 -c tcp_keepalives_count=2"
    " -c tcp_user_timeout=15s",
}


def database_settings(url: str) -> dict[str, Any]:
    """Return the entry of `DATABASES` for the database of this address."""
    database: dict[str, Any] = dict(dj_database_url.parse(url))
    database["CONN_MAX_AGE"] = 0
    if database["ENGINE"] == "django.db.backends.sqlite3":
        database["CONN_MAX_AGE"] = 60  # the threads that answer pages stay (tusac_site.asgi)
        database["OPTIONS"] = {**database.get("OPTIONS", {}), **SQLITE_OPTIONS}
    elif database["ENGINE"] == "django.db.backends.postgresql":
        # Kept open by the threads that answer pages, as on SQLite. After a restart of the server a request
        # costs a new connection, not an error page.
        database["CONN_MAX_AGE"] = None
        database["CONN_HEALTH_CHECKS"] = True
        database["OPTIONS"] = {**database.get("OPTIONS", {}), **PREPARED, **POSTGRESQL_OPTIONS}
    return database


def mail_server(said: str, sender: str, site: str) -> tuple[str, int, bool, bool, str, str]:
    """Return the mail server of `TUSAC_MAIL`: host, port, TLS from the start, STARTTLS, user, password.

    The host is empty if there is no server. Raises ImproperlyConfigured for a malformed value, a server without a
    sender, or a site that only this machine can open, since mails link to it.
    """
    url = urlsplit(said)
    if said and (url.scheme not in ("smtp", "smtps") or not url.hostname):
        raise ImproperlyConfigured("TUSAC_MAIL is smtp://user:password@host:587 or smtps://…:465.")
    if said and (not sender or leads_here_alone(site)):
        raise ImproperlyConfigured(
            "TUSAC_MAIL needs TUSAC_MAIL_FROM, and a TUSAC_SITE for all members."
        )
    host, tls = url.hostname or "", url.scheme == "smtps"
    starts_tls = url.scheme == "smtp" and host not in ("localhost", "127.0.0.1")
    port = url.port or (465 if tls else 587 if starts_tls else 25)
    return host, port, tls, starts_tls, unquote(url.username or ""), unquote(url.password or "")


ONE_DAY: Final = 24 * 3600
"""Seconds where nothing is said: a wrong certificate is then forgotten by the next evening."""
LEAST_FOR_PRELOAD: Final = 365 * ONE_DAY
"""Seconds that the browsers' own list asks for."""


def hsts_settings(said: str) -> tuple[int, bool, bool]:
    """Return the HSTS seconds, whether they include subdomains, and whether browsers may preload the site.

    Raises ImproperlyConfigured if `TUSAC_HSTS` is malformed, or allows preloading without what browsers require for
    it.
    """
    seconds, *rest = (
        part.strip().lower() for part in re.split("[;,]", said.strip() or str(ONE_DAY))
    )
    seconds = seconds.removeprefix("max-age=")
    flags = {part for part in rest if part}
    if not (seconds.isascii() and seconds.isdecimal()) or flags - {"includesubdomains", "preload"}:
        raise ImproperlyConfigured(
            "TUSAC_HSTS is a number of seconds, 0 to switch it off, or "
            f"{LEAST_FOR_PRELOAD},includeSubDomains,preload, not {said!r}."
        )
    below, preload = "includesubdomains" in flags, "preload" in flags
    if preload and not (below and int(seconds) >= LEAST_FOR_PRELOAD):
        raise ImproperlyConfigured(
            "TUSAC_HSTS: browsers take a name into their list only with includeSubDomains and "
            f"{LEAST_FOR_PRELOAD} seconds or more."
        )
    return int(seconds), below, preload
