"""One attempt: to the number that was checked, within its time, and nothing but the status is read."""

import socket
import ssl
from pathlib import Path

import pytest

from notices.webhooks import posting
from notices.webhooks.posting import post
from notices.webhooks.targets import Undelivered
from tests.support.receiver import (
    Receiver,
    certificate_for,
    never,
    receiving,
    with_status,
    without_end,
)


def fault(url: str, *, own_network: bool = True) -> tuple[str, int | None]:
    with pytest.raises(Undelivered) as caught:
        post(url, b"{}", {}, own_network=own_network)
    return caught.value.fault.value, caught.value.status


def address(receiver: Receiver) -> str:
    return f"http://127.0.0.1:{receiver.port}/"


def test_a_name_that_answers_otherwise_a_moment_later_leads_to_the_checked_number(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, real = [], socket.getaddrinfo

    def rebinding(host: str, *args: object, **options: object) -> object:
        asked.append(host)
        if host == "news.example":
            number = "127.0.0.1" if asked.count(host) == 1 else "127.0.0.2"
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (number, receiver.port))]
        return real(host, *args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", rebinding)
    url = f"http://news.example:{receiver.port}/a?b"
    assert post(url, b"{}", {"X-A": "b"}, own_network=True) == 204
    assert asked.count("news.example") == 1
    ((path, headers, body),) = receiver.messages
    assert (path, headers["Host"], headers["X-A"], body) == (
        "/a?b",
        f"news.example:{receiver.port}",
        "b",
        b"{}",
    )


def test_the_own_machine_is_refused_before_anything_is_sent(receiver: Receiver) -> None:
    assert fault(address(receiver), own_network=False) == ("private", None)
    assert receiver.messages == []


def test_a_redirect_is_not_followed(receiver: Receiver) -> None:
    receiver.answer = with_status("307 Temporary Redirect", f"Location: {address(receiver)}other")
    assert fault(address(receiver)) == ("moved", 307)
    assert [path for path, _headers, _body in receiver.messages] == ["/"]


@pytest.mark.parametrize("line", ["400 Bad Request", "410 Gone", "500 Internal Server Error"])
def test_an_answer_of_no_success_is_said(receiver: Receiver, line: str) -> None:
    receiver.answer = with_status(line)
    assert fault(address(receiver)) == ("refused", int(line[:3]))


def test_nobody_listens() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        assert fault(f"http://127.0.0.1:{free.getsockname()[1]}/") == ("unreachable", None)


def test_an_address_that_never_answers_is_left(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posting, "PATIENCE", 0.2)
    receiver.answer = never
    assert fault(address(receiver)) == ("silent", None)


def test_an_address_that_answers_without_end_is_cut_off(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(posting, "WHOLE", 0.3)
    receiver.answer = without_end(b"", b"HTTP/1.1 100 Continue\r\n\r\n")
    assert fault(address(receiver)) == ("silent", None)


def test_a_huge_answer_is_not_read(receiver: Receiver) -> None:
    receiver.answer = without_end(b"HTTP/1.1 200 OK\r\n\r\n", b"x" * 65536)
    assert post(address(receiver), b"{}", {}, own_network=True) == 200


@pytest.mark.parametrize(
    ("begin", "piece"),
    [
        (b"HTTP/1.1 200 OK\r\n", b"X: y\r\n"),
        (b"HTTP/1.1 200 OK\r\nX: ", b"y" * 65536),
        (b"SSH-2.0-OpenSSH_9.9\r\n", b"\x00\xff"),
        (b"", b"y" * 65536),
    ],
    ids=["headers", "a header", "another protocol", "a line"],
)
def test_a_strange_answer_is_no_answer(receiver: Receiver, begin: bytes, piece: bytes) -> None:
    receiver.answer = without_end(begin, piece)
    assert fault(address(receiver)) == ("strange", None)


def test_a_certificate_is_checked_for_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files, real = certificate_for("news.example", tmp_path), ssl.create_default_context
    real_lookup = socket.getaddrinfo

    def here(host: str, *args: object, **options: object) -> object:
        return real_lookup("127.0.0.1" if host.endswith(".example") else host, *args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(socket, "getaddrinfo", here)
    with receiving(files) as receiver:
        good = f"https://news.example:{receiver.port}/"
        assert fault(good) == ("certificate", None)
        monkeypatch.setattr(ssl, "create_default_context", lambda: real(cafile=str(files[0])))
        assert post(good, b"{}", {}, own_network=True) == 204
        assert fault(f"https://other.example:{receiver.port}/") == ("certificate", None)
        assert fault(f"https://127.0.0.1:{receiver.port}/") == ("certificate", None)
    assert len(receiver.messages) == 1
