"""Reads secrets from variables or files, and checks that production has all of them."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from games.log.integrity.keys import NO_KEY


def secret(name: str, environ: Mapping[str, str] = os.environ) -> str:
    """Return the value of a variable, or the content of the file that its `NAME_FILE` variant names.

    Docker, systemd and Kubernetes provide secrets as files. Surrounding white space is removed; empty if neither is
    set. Raises ImproperlyConfigured if the file is unreadable or empty, or if both are set.
    """
    said, file = environ.get(name, "").strip(), environ.get(f"{name}_FILE", "").strip()
    if not file:
        return said
    if said:
        raise ImproperlyConfigured(f"Set {name} or {name}_FILE, not both.")
    try:
        held = Path(file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "it is no text"
        raise ImproperlyConfigured(f"{name}_FILE is {file}, which cannot be read: {why}.") from None
    if not held:
        raise ImproperlyConfigured(f"{name}_FILE is {file}, which is empty.")
    return held


def faults_in_production(
    secret_key: str, deal_keys: Sequence[str], log_key: str, demo: str
) -> list[str]:
    """Return a sentence for each secret that production lacks or must not use, mostly with a command that makes one.

    Keys that begin with `demo` are those of the demo club.
    """
    faults = []
    if len(secret_key) < 50:
        faults.append(
            "Production needs SECRET_KEY in the environment, 50 characters or more. Make one with: "
            "python -c 'import secrets; print(secrets.token_urlsafe(64))'"
        )
    elif secret_key.startswith((demo, "django-insecure-")):
        faults.append("Production refuses the demo's SECRET_KEY. Make one of its own.")
    if not deal_keys or any(len(key) < 32 for key in deal_keys):
        faults.append(
            "Production needs TUSAC_DEAL_KEY in the environment, 32 characters or more, or several with commas "
            "between them, the newest first. Make one with: "
            "python -c 'import secrets; print(secrets.token_urlsafe(32))'"
        )
    elif any(key.startswith(demo) or key == secret_key for key in deal_keys):
        faults.append("TUSAC_DEAL_KEY must be a key of its own, and not the demo's.")
    if not log_key:
        # One of its own for each machine would make the log of the others read as forged.
        faults.append(NO_KEY)
    return faults
