"""Workers look for a broker that is away every two seconds, for as long as it takes."""

from typing import Any

import pytest
from kombu.exceptions import OperationalError

from tusac_site.celery import app


def test_a_worker_looks_for_its_broker_every_two_seconds(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    slept: list[float] = []
    monkeypatch.setattr("kombu.utils.functional.sleep", slept.append)
    announced: list[float] = []
    with (
        app.connection_for_read(f"redis+socket://{tmp_path}/nobody") as connection,
        pytest.raises(OperationalError),
    ):
        connection.ensure_connection(lambda _error, seconds: announced.append(seconds), 8)
    assert announced == [0.5, 1.0, 1.5, 2.0, 2.0, 2.0, 2.0, 2.0]
    assert sum(slept) == pytest.approx(sum(announced))


def test_a_worker_never_gives_its_broker_up() -> None:
    assert app.conf.broker_connection_max_retries is None
