"""Chips granted and taken back in the admin: by a director, with a reason, once however often one presses."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.admin.models import LogEntry
from django.core.management import CommandError, call_command
from django.utils import timezone

from games import commands
from games.errors import Refused
from games.ledger.accounts import HOUSE, member_account
from games.ledger.commands import post
from games.ledger.models import Transfer
from games.ledger.queries import balance, trial_balance
from games.models import Player
from tests.support.play_pages import browser, controls, member

pytestmark = pytest.mark.django_db

PLAYERS = "/admin/games/player/"


@pytest.fixture
def director():
    return member("director", is_director=True)


@pytest.fixture
def an():
    return member("an", display_name="Cô An")


@pytest.fixture
def binh():
    return member("binh")


def held(*players: Player) -> list[int]:
    return [balance(member_account(player.pk)) for player in players]


def action(by, name, *players, **fields):
    form = {"action": name, "_selected_action": [player.pk for player in players], **fields}
    return browser(by).post(PLAYERS, form)


def next_form(html: str) -> dict[str, object]:
    """Return what the page's own form sends when its button is pressed."""
    form = html.partition('id="chips_form"')[2].partition("</form>")[0]
    sent: dict[str, object] = {}
    for field in controls(form):
        if field.get("name") == "_selected_action":
            sent.setdefault("_selected_action", []).append(field["value"])  # type: ignore[attr-defined]
        elif field.get("type") == "hidden":
            sent[field["name"]] = field["value"]
    return sent


def confirmed(by, *players, amount="500", reason="Tết"):
    """The confirmation page's form, after the first page was filled in."""
    html = action(by, "grant_chips", *players).content.decode()
    assert next_form(html)["step"] == "show"
    client = browser(by)
    shown = client.post(PLAYERS, {**next_form(html), "amount": amount, "reason": reason})
    assert shown.status_code == 200
    return client, next_form(shown.content.decode()), shown.content.decode()


def test_a_director_grants_chips_to_many_after_seeing_what_each_will_hold(director, an, binh):
    commands.grant_first_chips(player=an, now=timezone.now())
    client, form, shown = confirmed(director, an, binh)
    assert held(an, binh) == [1000, 0], "nothing is granted before it is confirmed"
    plain = re.sub(r"<[^>]+>", " ", shown).split()
    assert "1500" in plain and plain.count("+500") == 2 and "Tết" in plain
    said = client.post(PLAYERS, form, follow=True).content.decode()
    assert "500 chips were granted to each of 2 players." in said
    assert held(an, binh) == [1500, 500]
    assert sum(trial_balance().values()) == 0
    assert "Chips granted by the club: Tết" in browser(an).get("/account/").content.decode()
    stored = Transfer.objects.filter(key__contains=":", memo__endswith="Tết")
    assert {f'"by":{director.pk}' in row.metadata.replace(" ", "") for row in stored} == {True}
    assert LogEntry.objects.filter(user=director).count() == 2
    call_command("check_ledger", verbosity=0)


def test_the_button_pressed_twice_grants_once(director, an):
    client, form, _ = confirmed(director, an)
    for said in (
        "500 chips were granted to 1 player.",
        "granted before; nothing was granted twice",
    ):
        assert said in client.post(PLAYERS, form, follow=True).content.decode()
    assert held(an) == [500]
    assert Transfer.objects.count() == LogEntry.objects.count() == 1
    # Another page, even for the same amount, is another grant.
    other, form, _ = confirmed(director, an)
    other.post(PLAYERS, form)
    assert held(an) == [1000]


def test_a_confirmed_form_is_good_for_its_own_amount_alone(director, an, binh):
    client, form, _ = confirmed(director, an, binh)
    client.post(PLAYERS, form)
    answer = client.post(PLAYERS, {**form, "amount": "700"})
    assert answer.status_code == 409 and "another amount" in answer.content.decode()
    answer = client.post(PLAYERS, {**form, "idempotency_key": "again"})
    assert answer.status_code == 409
    assert held(an, binh) == [500, 500]


@pytest.mark.parametrize(
    ("amount", "reason"),
    [
        ("0", "a"),
        ("-5", "a"),
        ("1000001", "a"),
        ("2.5", "a"),
        ("", "a"),
        ("5", ""),
        ("5", "x" * 121),
        ("5", "a\x00b"),
    ],
)
def test_what_cannot_be_granted_is_said_and_nothing_moves(director, an, amount, reason):
    for step in ("show", "do"):
        answer = action(
            director,
            "grant_chips",
            an,
            step=step,
            amount=amount,
            reason=reason,
            idempotency_key=str(uuid4()),
        )
        assert answer.status_code == 422 and "Nothing was changed" in answer.content.decode()
    assert not Transfer.objects.exists()


@pytest.mark.parametrize(
    ("duty", "status"), [({}, 302), ({"is_referee": True}, 403), ({"is_superuser": True}, 302)]
)
def test_nobody_but_a_director_grants_or_takes_back(director, an, duty, status):
    other = member("other", **duty)
    commands.grant_chips(
        by=director, players=[an], amount=5, reason="a", idempotency_key=uuid4(), now=timezone.now()
    )
    key = Transfer.objects.get().key
    fields = {
        "step": "do",
        "amount": "5",
        "reason": "a",
        "idempotency_key": str(uuid4()),
        "grant": key,
    }
    for name in ("grant_chips", "take_back_chips"):
        answer = action(other, name, an, **fields)
        assert answer.status_code == status
        page = browser(other).get(PLAYERS).content.decode()
        assert f'value="{name}"' not in page
    with pytest.raises(Refused, match="Only a director"):
        commands.grant_chips(
            by=other, players=[an], amount=5, idempotency_key=uuid4(), now=timezone.now()
        )
    with pytest.raises(Refused, match="Only a director"):
        commands.take_back_grant(by=other, key=key, reason="a", now=timezone.now())
    assert held(an) == [5]


def test_a_mistaken_grant_is_taken_back_once_by_a_transfer_that_says_so(director, an):
    now = timezone.now() - timedelta(days=1)
    for amount in (500, 70):
        commands.grant_chips(
            by=director,
            players=[an],
            amount=amount,
            reason=f"for {amount}",
            idempotency_key=uuid4(),
            now=now,
        )
    client = browser(director)
    html = action(director, "take_back_chips", an).content.decode()
    assert "for 500" in html and "for 70" in html
    key = Transfer.objects.get(memo__contains="500").key
    form = {**next_form(html), "grant": key, "reason": "wrong member"}
    shown = client.post(PLAYERS, form).content.decode()
    assert "−500" in shown and held(an) == [570]
    form = next_form(shown)
    for said in ("500 chips were taken back.", "taken back before; nothing was taken twice"):
        assert said in client.post(PLAYERS, form, follow=True).content.decode()
    assert held(an) == [70]
    account = browser(an).get("/account/").content.decode()
    assert "Chips taken back by the club: wrong member" in account and "−500" in account
    assert Transfer.objects.get(key=f"{key}:counter").counters == Transfer.objects.get(key=key)
    left = action(director, "take_back_chips", an).content.decode()
    assert "for 70" in left and "for 500" not in left
    call_command("check_ledger", verbosity=0)


def test_what_was_lost_meanwhile_is_owed(director, an):
    commands.grant_first_chips(player=an, now=timezone.now())
    lost = {HOUSE: 990, member_account(an.pk): -990}
    post(key="game", memo="lost", postings=lost, now=timezone.now())
    commands.take_back_grant(by=director, key=f"grant:{an.pk}", reason="a", now=timezone.now())
    assert held(an) == [-990]


def test_only_a_grant_is_taken_back_and_of_one_player(director, an, binh):
    assert "no grant to take back" in action(director, "take_back_chips", an).content.decode()
    refused = browser(director).post(
        PLAYERS,
        {"action": "take_back_chips", "_selected_action": [an.pk, binh.pk]},
        follow=True,
    )
    assert "Select one player." in refused.content.decode()
    commands.grant_chips(
        by=director, players=[binh], amount=5, idempotency_key=uuid4(), now=timezone.now()
    )
    key = Transfer.objects.get().key
    other = action(director, "take_back_chips", an, step="do", grant=key, reason="a")
    assert other.status_code == 422 and held(binh) == [5]
    for wrong in ("deal:1", key + ":counter", "grant:", "house"):
        with pytest.raises(Refused, match="no such grant"):
            commands.take_back_grant(by=director, key=wrong, reason="a", now=timezone.now())


@pytest.mark.parametrize(("amount", "counters"), [(-3, True), (-5, False)])
def test_the_check_of_the_ledger_finds_what_only_looks_like_a_return(
    director, an, capsys, amount, counters
):
    commands.grant_chips(
        by=director, players=[an], amount=5, idempotency_key=uuid4(), now=timezone.now()
    )
    grant = Transfer.objects.get()
    forged = {HOUSE: -amount, member_account(an.pk): amount}
    key = f"{grant.key}:counter"
    if counters:
        from games.ledger.commands import _post

        _post(key, "a", forged, timezone.now(), None, None, grant)
    else:
        post(key=key, memo="a", postings=forged, now=timezone.now())
    with pytest.raises(CommandError):
        call_command("check_ledger")
    assert f"{key} is not called for" in capsys.readouterr().out


def test_one_more_player_in_a_repeated_form_is_granted_alone_and_noted_alone(director, an, binh):
    client, form, _ = confirmed(director, an)
    client.post(PLAYERS, form)
    said = client.post(PLAYERS, {**form, "_selected_action": [an.pk, binh.pk]}, follow=True)
    assert "500 chips were granted to 1 player." in said.content.decode()
    assert held(an, binh) == [500, 500]
    noted = [entry.object_id or "" for entry in LogEntry.objects.all()]
    assert sorted(noted) == sorted([str(an.pk), str(binh.pk)])


def test_a_new_member_has_the_start_sum_and_the_list_shows_it_to_who_looks_after_the_club(director):
    answer = browser(director).post(
        PLAYERS + "add/",
        {"username": "newcomer", "password1": "a-word-of-theirs", "password2": "a-word-of-theirs",
         "usable_password": "true"},
    )  # fmt: skip
    assert answer.status_code == 302
    assert held(type(director).objects.get(username="newcomer")) == [1000]
    owner = member("owner", is_superuser=True)
    for one in (director, owner):
        assert '<td class="field-chips">1000</td>' in browser(one).get(PLAYERS).content.decode()
    call_command("check_ledger", verbosity=0)
