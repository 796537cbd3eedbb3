"""The address that the supervisor and a proxy ask first."""

from django.test import Client


def test_healthz_answers_ok_without_touching_the_database(client: Client) -> None:
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.content == b"ok"
    assert "default-src 'self'" in answer["Content-Security-Policy"]
