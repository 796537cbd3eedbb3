"""A tour of the site: every address there is, asked by one viewer, and everything that comes of it.

Addresses come from the resolver, so a new one is on the tour by itself; one with a parameter that `Tour` cannot fill
fails the tests until it is told how.
"""

import logging
import pickle
import re
from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django.apps import apps
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.db import transaction
from django.db.models import Model
from django.test import Client
from django.urls import get_resolver
from django.urls.resolvers import URLPattern, URLResolver

from games.log import read
from games.models import Deal, Player
from replays.models import Collection, Dispute, Puzzle, SharedReview
from tournaments.models import Tournament

CHANGING = re.compile(
    r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"  # ids of requests and moves
    r"|(?<=csrfmiddlewaretoken\" value=\")\w{64}"
    r"|(?<=\"X-CSRFToken\": \")\w{64}|(?<=X-CSRFToken&quot;: &quot;)\w{64}"
    r"|(?<=class=\"key\">)[\w-]{43}(?=<)"  # a new token
    r"|(?<=welcome/\?key=)[\w-]{22}(?=<)|(?<=class=\"qrline\" stroke=\"#000\" d=\")[^\"]+"  # an invitation, its picture
    r"|0x[0-9a-f]{6,16}|\d{13,16}"  # where an object lies in memory
)
NUMBERED = re.compile(CHANGING.pattern + r"|\d+")
"""Where a press makes rows: a database gives no number back, also where they are rolled back."""
COUNTED = re.compile(r"^((?:python|process|tusac_move)\w*(?:\{.*\})?) \S+$", re.MULTILINE)
"""A line of metrics about this process and what it has done: it counts the tour itself."""
STREAM = "api/v1/stream/"
RANDOM_COOKIES = {"csrftoken", "sessionid"}
SKIPPED_HEADERS = {"content-length", "set-cookie", "x-request-id", "x-correlation-id"}


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """What came of one request. Two are equal where they differ in nothing but what no two answers share."""

    status: int
    headers: dict[str, str]
    cookies: dict[str, str]
    texts: tuple[str, ...]
    """The body, the log lines and the cache."""
    changing: re.Pattern[str]

    def __eq__(self, other: object) -> bool:
        """Compare them line by line: most are the same, and only the others are looked through."""
        if not isinstance(other, Answer):
            return NotImplemented
        return (
            (self.status, self.cookies) == (other.status, other.cookies)
            and self.headers.keys() == other.headers.keys()
            and all(self._alike(told, other.headers[name]) for name, told in self.headers.items())
            and all(map(self._alike, self.texts, other.texts))
        )

    __hash__ = None  # type: ignore[assignment]  # nothing keeps answers by their hashes

    def _alike(self, one: str, other: str) -> bool:
        if one == other:
            return True
        lines, others = one.split("\n"), other.split("\n")
        return len(lines) == len(others) and all(
            mine == theirs or self.changing.sub("…", mine) == self.changing.sub("…", theirs)
            for mine, theirs in zip(lines, others, strict=True)
        )


class _Lines(logging.Handler):
    """Keeps the lines of the log as text, each made once."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        self.told.append(self.format(record))


@contextmanager
def lines_alone() -> Iterator[list[str]]:
    """The lines that the log writes inside, at every level; no other handler hears of them meanwhile."""
    root, lines = logging.getLogger(), _Lines()
    handlers, level = root.handlers, root.level
    root.handlers = [lines]
    root.setLevel(logging.DEBUG)
    try:
        yield lines.told
    finally:
        root.handlers = handlers
        root.setLevel(level)


@dataclass
class Tour:
    """Who asks about which deal."""

    deal: Deal
    viewer: Player | None
    raw: list[str] = field(default_factory=list)
    """Every answer as it came, for a search."""
    parts: bool = True
    """Whether the parts of pages that an open page renews are asked for, too."""
    filled: dict[str, str] = field(default_factory=dict)
    """The addresses of routes, filled once."""

    def again(self) -> "Tour":
        """Return the same tour, to the same addresses, for another world."""
        return Tour(self.deal, self.viewer, parts=self.parts, filled=self.filled)

    def addresses(self, *, whole: bool) -> Iterator[str]:
        """Yield every address, or only those that speak of a table or a deal."""
        for route in routes():
            if route == "account/logins/":
                continue  # it tells one tour from the next: each has logged in anew
            address = "/" + self.fill(route)
            if (whole or about_deals(route)) and not self._is_sent_away(route):
                yield address

    def _is_sent_away(self, route: str) -> bool:
        """Return whether the admin sends this viewer to its login page, the same for each of its many addresses."""
        who = self.viewer
        enters = who is not None and (who.is_director or who.is_referee or who.is_superuser)
        return route.startswith("admin/") and route != "admin/" and not enters

    def fill(self, route: str) -> str:
        """Return the address of a route, with the deal's own ids in it."""
        if route not in self.filled:
            self.filled[route] = self._filled(route)
        return self.filled[route]

    def _filled(self, route: str) -> str:
        names = {**dict.fromkeys(re.findall(r"<(?:\w+:)?(\w+)>", route))}
        route = route.replace(r"^api(?:/[\s\S]*)?$", "api/nowhere")
        for name in names:
            value = self._value(name, route)
            route = re.sub(rf"\(\?P<{name}>[^)]*\)|<(?:\w+:)?{name}>", lambda _m: value, route)  # noqa: B023
        if route == STREAM:  # as a program asks that has heard of the deal's first event alone
            return f"{route}?after={self.deal.table_id}.{self.deal.pk}.1"
        address = route.replace("^", "").replace("$", "").replace("\\Z", "")
        if address.endswith(("/what-if/", "/puzzle/", "/keep/")):
            return f"{address}?at={self._discard()}&play=own"
        return address

    def _discard(self) -> int:
        """Return the version of the deal's first discard, which could have been another."""
        told = (one.version for one in read(self.deal.stream) if one.name == "deal.card-discarded")
        return next(told, 1)

    def _value(self, name: str, route: str) -> str:
        match name:
            case "deal_id":
                return str(self.deal.pk)
            case "table_id":
                return str(self.deal.table_id)
            case "tournament_id":
                return str(Tournament.objects.values_list("pk", flat=True).first() or 1)
            case "puzzle_id" | "collection_id" | "review_id":
                rows: dict[str, type[Model]] = {
                    "puzzle_id": Puzzle,
                    "collection_id": Collection,
                    "review_id": SharedReview,
                }
                return str(rows[name]._default_manager.values_list("pk", flat=True).first() or 1)
            case "id" | "player_id" | "user_id" | "member_id":
                return str(Player.objects.values_list("pk", flat=True).first())
            case "object_id" if route.startswith("admin/r/"):
                return str(self.deal.pk)
            case "object_id":
                _admin, app, model, *_rest = route.split("/")
                found = apps.get_model(app, model)
                return str(found._default_manager.values_list("pk", flat=True).first() or 1)
            case "content_type_id":
                return str(ContentType.objects.get_for_model(Deal).pk)
            case "app_label":
                return "games"
            case "url":
                return "nowhere/"
            case "chapter" | "section":
                return "6"
            case "key":
                return "vinagames"
            case "digest":
                return "ab" * 32
            case "round_number" | "table":
                return "1"
            case "dispute_id" if route.startswith("admin/"):
                return str(Dispute.objects.values_list("pk", flat=True).first() or 1)
            case (
                "dispute_id"
                | "call_id"
                | "webhook_id"
                | "case_id"
                | "rating_id"
                | "photograph_id"
                | "template_id"
                | "version"
                | "number"
                | "size"
                | "index"
                | "chapter"
                | "section"
            ):
                return "1"
        raise AssertionError(
            f"say in tests/support/sightseeing.py how to fill <{name}> in {route!r}"
        )

    def settle(
        self, before: dict[str, Answer], after: dict[str, Answer], *, whole: bool
    ) -> list[str]:
        """Return where the answers in two worlds differ: asked again, `before` in place, what was answered otherwise.

        Something may be made at the first asking of a process only: what lasts is what counts. Whatever an asking
        writes is rolled back, so an address that was answered alike need not be asked again.
        """
        assert before.keys() == after.keys()
        other = {where for where in before if before[where] != after[where]}
        if other:
            only = frozenset("/" + where.split(" /", 1)[1] for where in other)
            before.update(self.go(whole=whole, only=only))
            other |= {where for where in before if "/" + where.split(" /", 1)[1] in only}
        return [where for where in before if where in other and before[where] != after[where]]

    def go(self, *, whole: bool, only: frozenset[str] | None = None) -> dict[str, Answer]:
        """Return all answers, with the log lines and the cache that each left behind, by method and address.

        Those of some addresses ``only``, where they are named.
        """
        client = Client(raise_request_exception=False)
        if self.viewer is not None:
            client.force_login(self.viewer)
        cookies = copy(client.cookies)
        seen: dict[str, Answer] = {}
        with lines_alone() as lines:
            for address in self.addresses(whole=whole):
                if only is not None and address not in only:
                    continue
                for way, ask in self._ways(client, address).items():
                    client.cookies = copy(cookies)
                    cache.clear()
                    lines.clear()
                    with transaction.atomic():
                        answer = ask()
                        body = body_of(answer)
                        transaction.set_rollback(True)
                    assert answer.status_code < 500 or answer.status_code == 503, (
                        way,
                        address,
                        "\n".join(lines)[-3000:],
                    )
                    seen[f"{way} {address}"] = self._answered(address, answer, body, lines)
        return seen

    def _answered(self, address: str, answer: Any, body: str, lines: list[str]) -> Answer:
        if "metrics" in address:
            body = COUNTED.sub(r"\1", body)
        texts = (body, str(lines), kept())
        self.raw += texts
        headers = {
            name: value
            for name, value in answer.headers.items()
            if name.lower() not in SKIPPED_HEADERS
        }
        cookies = {
            name: "…" if name in RANDOM_COOKIES else cookie.value
            for name, cookie in answer.cookies.items()
        }
        changing = NUMBERED if address == "/play" else CHANGING
        return Answer(answer.status_code, headers, cookies, texts, changing)

    def _ways(self, client: Client, address: str) -> dict[str, Any]:
        form = {
            "deal": self.deal.pk,
            "seat": 0,
            "move": "hit",
            "move_id": "00000000-0000-4000-8000-000000000000",
            "expected_version": 1,
        }
        if address.startswith("/api/"):
            return {
                "GET": lambda: client.get(address),
                "POST": lambda: client.post(address, form, content_type="application/json"),
            }
        if address.startswith("/admin/"):
            return {"GET": lambda: client.get(address)}  # there is nothing to post about a deal
        part = {
            "GET part": lambda: client.get(
                address, {"cards": "Rr"}, headers={"HX-Request": "true"}
            ),
        }
        return {
            "GET": lambda: client.get(address),
            **(part if self.parts else {}),
            "POST": lambda: client.post(address, form),
        }


def about_deals(route: str) -> bool:
    """Return whether a route speaks of a table or a deal."""
    return route in ("", "account/", STREAM) or any(
        part in route for part in ("table_id", "deal_id")
    )


def routes() -> Iterator[str]:
    """Yield every route of the site."""

    def walk(resolver: URLResolver, before: str) -> Iterator[str]:
        for pattern in resolver.url_patterns:
            route = before + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                yield from walk(pattern, route)
            elif isinstance(pattern, URLPattern):
                yield route

    return walk(get_resolver(), "")


def body_of(answer: Any) -> str:
    """Return the whole body, that of a file included."""
    if answer.streaming:
        return b"".join(answer.streaming_content).decode()
    # A picture differs by any byte, and is no text.
    picture = answer.get("Content-Type", "").startswith("image/png")
    return str(answer.content.decode("latin-1" if picture else "utf-8"))


def kept() -> str:
    """Return the cache, keys and values."""
    held = getattr(cache, "_cache", {})
    return "\n".join(f"{key}: {_shown(held[key])}" for key in sorted(held))


@lru_cache(maxsize=2048)
def _shown(pickled: bytes) -> str:
    """Return a value of the cache as text, made once of the same bytes."""
    return str(pickle.loads(pickled))  # the test's own
