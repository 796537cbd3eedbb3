"""`verify_log` on a club with deals and a tournament: what was put in, emptied or made unreadable by raw SQL."""

import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.engine.rules import VINAGAMES
from games.log import append, read
from games.models import Deal, Player
from tests.support.deals import NOW, running_deal, safe_win_seed, stored_deal
from tests.support.forger import forge, rechain
from tests.support.log_stories import events
from tests.support.tournament_pages import friday
from tournaments import commands as tournaments
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def deal() -> Deal:
    players = [Player.objects.create_user(name) for name in ("an", "binh", "chi", "dung")]
    running_deal(VINAGAMES, 7, players, name="Bàn 2")
    return stored_deal(VINAGAMES, safe_win_seed(), players)


@pytest.fixture
def tournament(deal: Deal) -> Tournament:
    director = Player.objects.create_user("director", is_director=True)
    made = friday(director)
    newcomer = Player.objects.create_user(
        "newcomer"
    )  # nobody's winnings or losses stand in the way
    tournaments.enter(by=newcomer, tournament_id=made.pk, now=NOW, idempotency_key="enter")
    return Tournament.objects.get(pk=made.pk)


def said(*arguments: str) -> list[str]:
    """Return the sentences of `verify_log` about what is wrong, without the names that it adds at their ends."""
    out = StringIO()
    try:
        call_command("verify_log", *arguments, stdout=out)
    except CommandError:
        lines = [line for line in out.getvalue().splitlines() if not line.startswith("Compared")]
        return [re.sub(r" \([a-z]+-\S+: [^)]*\)$", "", line) for line in lines]
    return []


def copy_of(stream: str, name: str) -> None:
    """A whole stream put in by SQL alone, with hashes that hold."""
    forge(
        "INSERT INTO log_event (stream, version, txid, name, schema, payload, metadata,"
        " recorded_at, previous, hash)"
        " SELECT %s, version, txid, name, schema, payload, metadata, recorded_at, previous, hash"
        " FROM log_event WHERE stream = %s ORDER BY version",
        name,
        stream,
    )
    rechain(name)


def test_a_club_that_only_played_is_whole(tournament: Tournament) -> None:
    assert said() == []


@pytest.mark.parametrize(
    "name",
    [
        "deal-999999",
        "deal-{pk:03}x",
        "deal-000{pk}",
        "tournament-77",
        "clubs",
        "deal-٣",
    ],
)
def test_a_stream_that_was_put_in_is_named(name: str, deal: Deal) -> None:
    name = name.format(pk=deal.pk)
    copy_of(deal.stream, name)
    assert said() == [
        f"Stream {name} belongs to no deal and no tournament: it was inserted, or its row was deleted."
    ]


def test_a_number_beyond_every_row_is_named_too(deal: Deal) -> None:
    name = "deal-" + "9" * 40
    copy_of(deal.stream, name)
    assert [sentence for sentence in said() if name in sentence] == said() != []


def test_a_deal_whose_events_are_all_gone_is_named(deal: Deal) -> None:
    forge("DELETE FROM log_event WHERE stream = %s", deal.stream)
    assert said() == [f"{deal.stream} has a row, but no events."]


def test_a_deal_whose_last_event_is_gone_is_named_by_its_row(deal: Deal) -> None:
    forge("DELETE FROM log_event WHERE stream = %s AND version = %s", deal.stream, deal.version)
    assert (
        f"{deal.stream}: its row says version {deal.version}, its events say {deal.version - 1}."
        in said()
    )


def test_a_tournament_whose_last_event_is_gone_is_named_by_its_row(tournament: Tournament) -> None:
    entered = tournament.entries.get().player_id
    forge("DELETE FROM log_event WHERE stream = %s AND version = 3", f"tournament-{tournament.pk}")
    assert said() == [
        f"tournament-{tournament.pk}: its row says version 3, its events say 2.",
        f"tournament-{tournament.pk}: its row says entrants 1, its events say 0.",
        f"tournament-{tournament.pk}: its row says standings, player:{entered} (1, 0, 1, 0, 0, None),"
        " its events say None.",
    ]


def test_a_tournament_whose_events_are_all_gone_is_named(tournament: Tournament) -> None:
    forge("DELETE FROM log_event WHERE stream = %s", f"tournament-{tournament.pk}")
    assert said() == [f"tournament-{tournament.pk} has a row, but no events."]


def test_a_tournament_whose_row_was_changed_is_named(tournament: Tournament) -> None:
    Tournament.objects.update(entry_fee=500)
    assert said() == [f"tournament-{tournament.pk}: its row says entry_fee 500, its events say 0."]


def test_a_tournaments_event_in_a_deal_is_named(deal: Deal) -> None:
    append(deal.stream, events("x"), expected_version=deal.version, now=NOW)
    (sentence,) = said()
    assert sentence.startswith(f"{deal.stream} cannot be read from its events: ")


@pytest.mark.parametrize("payload", ["", "7", "null", "[]", "{}", '{"seat":"x"}', '{"seat":99}'])
@pytest.mark.parametrize("stream", ["deal", "tournament"])
def test_whatever_an_event_is_overwritten_with_is_told_in_sentences(
    stream: str, payload: str, deal: Deal, tournament: Tournament
) -> None:
    name = deal.stream if stream == "deal" else f"tournament-{tournament.pk}"
    events_of = [row.version for row in read(name)]
    for version in events_of[:: max(1, len(events_of) // 8)]:
        forge(
            "UPDATE log_event SET payload = %s WHERE stream = %s AND version = %s",
            payload,
            name,
            version,
        )
        rechain(name)
        assert [sentence for sentence in said() if name in sentence] == said() != []


@pytest.mark.usefixtures("followers_do_not_wait")
def test_a_whole_deal_taken_out_with_its_row_and_its_money_is_named_by_its_leaf_alone(
    deal: Deal, tmp_path: Path
) -> None:
    path = tmp_path / "checkpoint.note"
    call_command("checkpoint", "--out", str(path), stdout=StringIO())
    events_before = deal.version
    forge("DELETE FROM log_event WHERE stream = %s", deal.stream)
    forge("DELETE FROM ledger_posting")
    forge("DELETE FROM ledger_transfer")
    for sql in (
        "DELETE FROM games_dealsecret WHERE deal_id = %s",
        "DELETE FROM games_dealseat WHERE deal_id = %s",
        "DELETE FROM games_deal WHERE id = %s",
    ):
        forge(sql, deal.pk)
    gone = f"Stream {deal.stream} is gone: it had {events_before} events."
    assert gone in said()
    call_command("check_ledger", stdout=StringIO())
    for table in ("log_leaf", "log_signed_checkpoint", "log_checkpoint"):
        forge(f"DELETE FROM {table}")
    assert said() == []
    assert said("--against", str(path)) == [
        "The log is shorter: it has 0 leaves, and had 2 when the checkpoint was signed."
    ]
