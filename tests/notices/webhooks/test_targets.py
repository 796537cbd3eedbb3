"""Where a message may go: no spelling of a private number and no answer of a name server leads into the network."""

import socket

import pytest

from notices.webhooks.targets import (
    Target,
    Undelivered,
    may_reach,
    numbers_in,
    numbers_of,
    target_of,
)

INSIDE = ("10.1.2.3", "172.16.0.9", "192.168.1.20", "100.64.0.1", "127.0.0.1", "127.9.9.9", "::1")
NEVER = (
    *("0.0.0.0", "169.254.169.254", "224.0.0.1", "239.1.1.1", "240.0.0.1", "255.255.255.255"),
    *("::", "fe80::1", "ff02::1", "192.0.2.1", "198.18.0.1", "2001:db8::1", "::7f00:1"),
    *("fec0::1", "feff::1", "168.63.129.16", "100.100.100.200", "fd00:ec2::254"),
)


@pytest.mark.parametrize(
    "number",
    [
        *(*INSIDE, "fd12:3456::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1"),
        *("64:ff9b::7f00:1", "2002:7f00:1::1"),
    ],
)
def test_the_own_network_is_reached_only_where_an_owner_allows_it(number: str) -> None:
    assert not may_reach(number, own_network=False)
    assert may_reach(number, own_network=True)


@pytest.mark.parametrize(
    "number",
    [
        *(*NEVER, "::ffff:169.254.169.254", "64:ff9b::a9fe:a9fe", "2002:a9fe:a9fe::1"),
        *("::ffff:168.63.129.16", "64:ff9b::6464:64c8"),
    ],
)
def test_what_only_the_same_wire_knows_is_never_reached(number: str) -> None:
    assert not may_reach(number, own_network=False)
    assert not may_reach(number, own_network=True)


@pytest.mark.parametrize("number", ["9.9.9.9", "2620:fe::fe", "::ffff:9.9.9.9", "64:ff9b::909:909"])
def test_the_internet_is_reached(number: str) -> None:
    assert may_reach(number, own_network=False)


@pytest.mark.parametrize(
    "url",
    [
        *("", "example.org", "/news", "ftp://example.org/", "javascript:alert(1)", "https://"),
        *("https://name:password@example.org/", "https://name@example.org/", "https://a b/"),
        *("https://example.org:0/", "https://example.org:70000/", "https://example.org:x/"),
        *("https://[::1", "https://example.org/\n", "https://example.org/\x00", "http:///news"),
        *(f"https://example.org/{'x' * 500}", f"https://{'ä' * 70}.org/"),
        *("https://a..b/", "https://.example/", "https://example../", f"https://{'x' * 64}.org/"),
    ],
)
def test_what_is_no_address_is_not_read(url: str) -> None:
    with pytest.raises(ValueError):
        target_of(url)


@pytest.mark.parametrize(
    ("url", "target"),
    [
        ("https://example.org", Target(True, "example.org", 443, "example.org", "/")),
        ("http://Bot:81/a?b=c#d", Target(False, "bot", 81, "bot:81", "/a?b=c")),
        ("https://[2620:FE::FE]/", Target(True, "2620:fe::fe", 443, "[2620:fe::fe]", "/")),
        (
            "https://bücher.example/tin%20tức",
            Target(
                True, "xn--bcher-kva.example", 443, "xn--bcher-kva.example", "/tin%20t%E1%BB%A9c"
            ),
        ),
    ],
)
def test_an_address_is_read_in_its_parts(url: str, target: Target) -> None:
    assert target_of(url) == target


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "[::ffff:127.0.0.1]"]
)
def test_a_number_is_known_in_every_spelling(host: str) -> None:
    target = target_of(f"http://{host}/")
    assert numbers_in(target) and not any(
        may_reach(one, own_network=False) for one in numbers_in(target)
    )
    with pytest.raises(Undelivered) as caught:
        numbers_of(target, own_network=False)
    assert caught.value.fault == "private"
    assert numbers_of(target, own_network=True) == numbers_in(target)


def test_a_name_that_nobody_can_look_up_has_no_number() -> None:
    assert numbers_in(Target(True, "a..b", 443, "a..b", "/")) == []


def test_a_name_is_not_looked_up_when_it_is_entered(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    real = socket.getaddrinfo

    def resolver(host: str, port: int, **options: int) -> object:
        asked.append(options["flags"])
        return real(host, port, **options)

    monkeypatch.setattr(socket, "getaddrinfo", resolver)
    assert numbers_in(target_of("https://localhost/")) == []
    assert asked == [socket.AI_NUMERICHOST]


def test_a_name_that_leads_to_two_machines_is_refused_where_one_is_private(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = [[("9.9.9.9", 443), ("10.0.0.1", 443)], [("9.9.9.9", 443)]]

    def resolver(_host: str, _port: int, **_options: int) -> object:
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", one) for one in answers.pop(0)]

    monkeypatch.setattr(socket, "getaddrinfo", resolver)
    target = target_of("https://two.example/")
    with pytest.raises(Undelivered) as caught:
        numbers_of(target, own_network=False)
    assert caught.value.fault == "private"
    assert numbers_of(target, own_network=False) == ["9.9.9.9"]


def test_a_name_that_nobody_has_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def resolver(*_args: object, **_options: object) -> object:
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    monkeypatch.setattr(socket, "getaddrinfo", resolver)
    with pytest.raises(Undelivered) as caught:
        numbers_of(target_of("https://nobody.example/"), own_network=False)
    assert caught.value.fault == "unknown"
