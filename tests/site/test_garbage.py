"""Servers and workers do not look through all their code for garbage while somebody waits for a page."""

import os
import subprocess
import sys

import pytest
from celery.signals import worker_init

from tusac_site import celery

_SAID = "import gc, {0}; print(gc.get_freeze_count(), len(gc.get_objects()))"


@pytest.mark.parametrize("server", ["tusac_site.asgi", "tusac_site.wsgi"])
def test_a_server_leaves_what_stays_out_of_collections(server: str) -> None:
    said = subprocess.run(
        [sys.executable, "-c", _SAID.format(server)],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tusac_site.settings"},
        capture_output=True,
        text=True,
        check=True,
    )
    frozen, collected = map(int, said.stdout.split()[-2:])
    assert frozen > 50 * collected


def test_a_worker_does_so_before_it_forks(monkeypatch: pytest.MonkeyPatch) -> None:
    frozen = []
    monkeypatch.setattr(celery, "freeze_what_stays", lambda: frozen.append(1))
    worker_init.send(sender=None)
    assert frozen == [1]
