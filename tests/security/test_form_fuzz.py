"""Whatever a form or an address of the pages is sent is answered with a sentence, and a refusal stores nothing."""

from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import transaction
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from games.engine.recording.records import DealRecord, to_record
from games.engine.rules import VINAGAMES
from tests.support import deals
from tests.support.record_mutations import written
from tests.support.security.club import built
from tests.support.security.fingerprint import stored
from tests.support.security.odd import ODD_TEXTS, bounded, texts, values

pytestmark = pytest.mark.django_db

FORMS = {
    "tables/new": ("seat",),
    "tables/<int:table_id>/sit": ("member",),
    "tables/<int:table_id>/invitations": ("seat", "member"),
    "tables/<int:table_id>/freed": ("member",),
    "tables/<int:table_id>/ready": ("seat",),
    "tables/<int:table_id>/move": ("seat", "other seat"),
    "replays/<int:deal_id>/dispute/": ("seat",),
    "tournaments/new": ("director",),
    "tournaments/<int:tournament_id>/enter": ("member",),
    "tournaments/<int:tournament_id>/cancel": ("director",),
    "tournaments/<int:tournament_id>/describe": ("director",),
    "tournaments/<int:tournament_id>/entry-list": ("director",),
    "tournaments/<int:tournament_id>/cash": ("director",),
    "tournaments/series/edit": ("director",),
    "tournaments/templates": ("director",),
    "tournaments/<int:tournament_id>/invitations": ("director",),
    "tournaments/<int:tournament_id>/give-draw": ("director",),
    "tournaments/<int:tournament_id>/entry": ("seat", "member"),
    "tournaments/<int:tournament_id>/entries/<int:player_id>/": ("director", "member"),
    "admin/replays/dispute/<path:object_id>/change/": ("referee",),
    "admin/games/player/add/": ("director",),
    "admin/games/player/": ("director", "referee", "member"),
    "accounts/login/": ("anonymous",),
    "accounts/password_change/": ("member",),
    "i18n/setlang/": ("member",),
}
EXTRA = ("card", "meld", "invited", "sit", "next", "language", "username", "password", "whatever")


@pytest.fixture
def club():
    yield built()
    cache.clear()


def encoded(fields: dict[str, str]) -> bytes:
    """As a browser sends a form, halves of characters included."""
    return urlencode(fields, errors="surrogatepass").encode()


def asked(client, method, address, fields, *, headers=None) -> tuple[Any, bool]:
    """Return the answer, and whether anything stored has changed; nothing of it stays."""
    cache.clear()
    with transaction.atomic():
        before = stored()
        if method == "GET":
            answer = client.get(f"{address}?{encoded(fields).decode()}", headers=headers)
        else:
            answer = client.post(
                address,
                encoded(fields),
                content_type="application/x-www-form-urlencoded",
                headers=headers,
            )
        changed = stored() != before
        transaction.set_rollback(True)
    return answer, changed


@pytest.mark.parametrize("route", FORMS)
def test_whatever_a_form_is_sent_is_carried_out_or_refused(route, club, client_of):
    address = club.address(route)
    good = {name: str(value) for name, value in club.form(route).items()}
    one = {name: st.just(text) | texts for name, text in good.items()}
    some = st.dictionaries(st.sampled_from(sorted((*good, *EXTRA))), texts, max_size=3)

    @bounded(15)
    @given(
        fields=st.builds(lambda changed: {**good, **changed}, some)
        | st.fixed_dictionaries({}, optional=one),
        viewer=st.sampled_from(FORMS[route]),
        fragment=st.booleans(),
    )
    def send(fields, viewer, fragment):
        headers = {"HX-Request": "true"} if fragment else None
        answer, changed = asked(client_of(viewer), "POST", address, fields, headers=headers)
        assert answer.status_code in (200, 302, 303, 403, 404, 409, 422), (fields, viewer)
        # A page that is shown again has done nothing, unless it is the part of an open page.
        if answer.status_code >= 400 or (answer.status_code == 200 and not fragment):
            assert not changed, (fields, viewer)

    send()


LOOKS = {
    "": ("shown",),
    "account/": ("page",),
    "tables/<int:table_id>/": ("card", "meld", "shown"),
    "tournaments/series": ("name",),
    "tournaments/<int:tournament_id>/": ("round", "shown"),
    "replays/": ("page", "whose"),
    "replays/casebook/": ("words", "section", "like", "rank", "page", "unlike"),
    "replays/casebook/cases.csv": ("words", "penalty", "colour"),
    "replays/<int:deal_id>/": ("at", "as", "by", "was", "lang"),
    "accounts/login/": ("next",),
    "club/members/": ("q", "page"),
    "admin/games/player/": ("q", "p", "o", "is_staff", "username"),
    "admin/replays/dispute/": ("q", "p", "o", "status"),
    "rules/": ("in",),
    "rules/words/": ("in",),
    "guides/member/": ("in",),
    "rules/how-we-play/": ("rules",),
    "house/rule-sets/compare/": ("one", "other"),
}


@pytest.mark.parametrize("route", LOOKS)
def test_whatever_a_page_is_asked_is_answered(route, club, client_of):
    desk, admin = route.startswith("admin/replays/"), route.startswith("admin/")
    runs = "owner" if admin else "director" if route == "club/members/" else "seat"
    viewer = "referee" if desk else runs
    address = club.address(route)
    for number, text in enumerate(ODD_TEXTS):
        for turn, names in enumerate(((*LOOKS[route], "whatever"), LOOKS[route][:1])):
            # Each text is asked of the page and of a part of it in turn; the admin knows no parts of pages.
            part = (number + turn) % 2 and not admin
            headers = {"HX-Request": "true"} if part else None
            fields = dict.fromkeys(names, text)
            answer, changed = asked(client_of(viewer), "GET", address, fields, headers=headers)
            assert answer.status_code in (200, 204, 302, 400, 404), (fields, headers)
            assert not changed


def test_a_session_that_nobody_gave_is_no_session(club):
    for text in (
        '"\\000\\000\\000\\000\\000\\000\\000\\000\\000"',
        "x" * 4000,
        "\xe1\xbb\xaf" * 3,
        "''",
    ):
        client = Client()
        client.cookies["sessionid"] = text
        for address in ("/", "/account/", "/tables/new", "/api/v1/account/", "/admin/"):
            raw = client.get(address, headers={"Cookie": f"sessionid={text}; csrftoken={text}"})
            assert raw.status_code in (200, 302, 401), (address, text)


# --- records --------------------------------------------------------------------------------------


def places(plain: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return every place in a record, outermost first."""
    inner = (
        plain.items()
        if isinstance(plain, dict)
        else enumerate(plain)
        if isinstance(plain, list)
        else ()
    )
    return [path, *(place for key, part in inner for place in places(part, (*path, key)))]


def replaced(plain: Any, path: tuple[Any, ...], value: Any) -> Any:
    if not path:
        return value
    copy = dict(plain) if isinstance(plain, dict) else list(plain)
    copy[path[0]] = replaced(copy[path[0]], path[1:], value)
    return copy


@pytest.fixture
def record():
    played = deals.played(VINAGAMES, deals.penalty_seed(), 0)
    return to_record(DealRecord("deal-1", tuple((deals.NOW, event) for event in played.events)))


def imported(path, lines: bytes) -> tuple[str, bool]:
    """Return what the import complains of, and whether anything was stored; nothing of it stays."""
    path.write_bytes(lines)
    with transaction.atomic():
        before = stored()
        try:
            call_command("import_deals", str(path), verbosity=0)
        except CommandError as error:
            said = str(error)
        else:
            said = ""
        changed = stored() != before
        transaction.set_rollback(True)
    return said, changed


def test_a_record_with_an_odd_value_is_refused_with_its_line_or_taken_whole(
    record, tmp_path, capsys
):
    path = tmp_path / "records.jsonl"
    assert imported(path, written(record)) == ("", True)
    everywhere = places(record)

    @bounded(60)
    @given(where=st.sampled_from(everywhere), value=values | texts)
    def load(where, value):
        line = written(replaced(record, where, value))
        said, changed = imported(path, line + b"\n")
        assert bool(said) != changed, (where, value)
        assert not said or said.startswith("line 1:"), said

    load()


def test_a_file_of_anything_is_refused(record, tmp_path, capsys):
    good = written(record)

    @bounded(30)
    @given(
        cut=st.integers(1, len(good) - 1),
        junk=st.binary(max_size=20)
        | st.sampled_from([b"\0", b"[" * 9000, b"NaN", b"1" * 5000, b"{}"]),
    )
    def load(cut, junk):
        for lines in (junk + good[:cut] + b"\n", good + b"\n" + b"x" + junk + b"\n"):
            said, changed = imported(tmp_path / "records.jsonl", lines)
            assert said and not changed, lines[:80]

    load()
