"""A club without a proxy compresses its pages, and leaves the ETags of its API as they are."""

import gzip

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db

TAKES = {"Accept-Encoding": "gzip, deflate, br"}


def test_a_page_comes_compressed_to_who_takes_it() -> None:
    plain = Client().get("/rules/")
    assert "Content-Encoding" not in plain.headers
    answer = Client().get("/rules/", headers=TAKES)
    assert answer.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in answer.headers["Vary"]
    assert len(answer.content) < 0.3 * len(plain.content)
    assert b"</html>" in gzip.decompress(answer.content)


def test_the_api_keeps_its_strong_etags() -> None:
    answer = Client().get("/api/schema/", headers=TAKES)
    assert answer.status_code == 200
    assert "Content-Encoding" not in answer.headers
