"""Nobody chooses the cards: attacks by who runs the club, reads its database, writes to it, or comes last."""

import re
from datetime import timedelta
from itertools import permutations
from random import Random

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from games import commands, queries
from games.checks.log import differing_deals
from games.commands.deal.deadlines import REVEAL_SECONDS
from games.engine.events import DealStarted, SeedCommitted, SeedGiven
from games.engine.rules import VINAGAMES
from games.engine.shuffle import commit_seed, shuffle
from games.engine.state import Phase
from games.errors import Refused
from games.infrastructure.encryption import decrypt, encrypt
from games.log import read_events
from games.log.aggregates import forget_all
from games.models import Deal, DealSeat
from games.queries.club.house import open_alarms
from tests.support.append_only import lifted
from tests.support.deals import NOW, get_ready, play_on, prepared_deal, running_deal, secret_in
from tests.support.play_pages import browser, member
from tests.support.tables import opened_table
from tests.support.worlds import chain_anew, changed_for

pytestmark = pytest.mark.django_db

LATE = NOW + timedelta(seconds=REVEAL_SECONDS + 1)
SEEDS = [f"{name}-own-seed-of-32-characters" for name in ("an", "binh", "chi", "dung")]


@pytest.fixture
def four():
    return [member(name) for name in ("an", "binh", "chi", "dung")]


def run(sql: str, *values: str | int) -> list[tuple[object, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return [] if cursor.description is None else cursor.fetchall()


def every_row_in_plain() -> str:
    """Return all that somebody reads who has the whole database."""
    tables = connection.introspection.table_names()
    return "\n".join(str(run(f'SELECT * FROM "{table}"')) for table in tables)


def bind(deal, players, seeds=SEEDS, now=NOW):
    for player, seed in zip(players, seeds, strict=False):
        commands.get_ready(by=player, deal_id=deal.pk, commitment=commit_seed(seed), now=now)


def names(deal):
    return [row.name for row in read_events(deal.stream)]


# --- reading the secret ---------------------------------------------------------------------------


def test_the_secret_is_in_no_row_and_its_row_is_emptied_at_the_end(four):
    deal = prepared_deal(VINAGAMES, 1, four)
    secret = secret_in(deal)
    assert secret not in every_row_in_plain()
    get_ready(deal, four, SEEDS)
    assert secret not in every_row_in_plain()
    (encrypted,) = run("SELECT encrypted FROM games_dealsecret WHERE deal_id = %s", deal.pk)[0]
    assert decrypt(str(encrypted), of=deal.stream) == secret


def test_a_new_key_seals_and_the_old_one_still_opens(settings):
    old = encrypt("a" * 64, of="x")
    settings.TUSAC_DEAL_KEYS = ["a new key of the club's own", *settings.TUSAC_DEAL_KEYS]
    new = encrypt("b" * 64, of="x")
    assert (decrypt(old, of="x"), decrypt(new, of="x")) == ("a" * 64, "b" * 64)
    settings.TUSAC_DEAL_KEYS = settings.TUSAC_DEAL_KEYS[:1]
    assert (decrypt(old, of="x"), decrypt(new, of="x")) == (None, "b" * 64)


def test_when_the_last_seat_binds_itself_no_seed_of_another_page_is_anywhere(four):
    """Before: the operator knew the secret and three seeds, and a hand without trash took 2,791 tries in 0.2 s."""
    deal = prepared_deal(VINAGAMES, 1, four)
    bind(deal, four[:3])
    read = every_row_in_plain()
    assert not any(seed in read for seed in SEEDS[:3])
    assert not [row for row in queries.history(deal.pk) if isinstance(row.event, SeedGiven)]
    # With the secret and all commitments, each guess of the others' seeds gives another deck.
    secret = secret_in(deal)
    decks = {
        shuffle(secret, [*guess, SEEDS[3]])[1] for guess in permutations(("x", "y", "z", "v"), 3)
    }
    assert len(decks) == 24


def test_a_seat_cannot_change_its_seed_after_seeing_the_others(four):
    deal = prepared_deal(VINAGAMES, 1, four)
    bind(deal, four)
    for player, seed in zip(four[:3], SEEDS, strict=False):
        commands.reveal_seed(by=player, deal_id=deal.pk, seed=seed, now=NOW)
    with pytest.raises(Refused) as refused:
        commands.reveal_seed(by=four[3], deal_id=deal.pk, seed="a better one", now=NOW)
    assert refused.value.code == "seed.malformed"
    with pytest.raises(Refused) as refused:
        commands.reveal_seed(by=four[3], deal_id=deal.pk, seed="a-better-one", now=NOW)
    assert refused.value.code == "seed.mismatch"
    commands.get_ready(by=four[3], deal_id=deal.pk, commitment=commit_seed("b"), now=NOW)
    bound = [row.event for row in queries.history(deal.pk) if isinstance(row.event, SeedCommitted)]
    assert [event.commitment for event in bound] == [commit_seed(seed) for seed in SEEDS]
    commands.reveal_seed(by=four[3], deal_id=deal.pk, seed=SEEDS[3], now=NOW)
    assert queries.load_state(deal.pk).setup.seeds == tuple(SEEDS)


def test_who_knows_the_cards_cannot_call_the_deal_off_by_standing_up(four):
    deal = prepared_deal(VINAGAMES, 1, four)
    bind(deal, four)
    for ask in (
        lambda: commands.leave_table(by=four[3], table_id=deal.table_id, now=NOW),
        lambda: commands.close_table(by=four[0], table_id=deal.table_id, now=NOW),
        lambda: commands.cancel_deal(deal_id=deal.pk, reason="seats changed", now=NOW),
    ):
        with pytest.raises(Refused) as refused:
            ask()
        assert refused.value.code == "seat.revealing"
    guest = member("guest")
    with pytest.raises(Refused, check=lambda error: error.code == "seat.taken"):
        commands.sit_down(by=guest, table_id=deal.table_id, seat=3, now=NOW)


def test_without_a_seed_of_its_own_the_server_keeps_the_seats_and_says_so(four):
    deal = prepared_deal(VINAGAMES, 1, four)
    answer = browser(four[0]).post(f"/tables/{deal.table_id}/ready", {"deal": deal.pk})
    assert answer.status_code == 303
    page = browser(four[1]).get(f"/tables/{deal.table_id}/").content.decode()
    assert "computer makes and keeps this number" in page
    bind(deal, four[1:])
    state = queries.load_state(deal.pk)
    assert state.phase is Phase.REVEAL and state.setup.missing == (1, 2, 3)


def test_a_seed_cannot_be_opened_by_another(four):
    deal = prepared_deal(VINAGAMES, 1, four)
    bind(deal, four)
    with pytest.raises(Refused) as refused:
        commands.reveal_seed(by=four[0], deal_id=deal.pk, seed=SEEDS[1], now=NOW)
    assert refused.value.code == "seed.mismatch"
    with pytest.raises(Refused) as refused:
        commands.reveal_seed(by=member("guest"), deal_id=deal.pk, seed=SEEDS[1], now=NOW)
    assert refused.value.code == "seat.none"


# --- writing to the database ----------------------------------------------------------------------


def verified() -> str:
    """Return what `verify_log` says."""
    try:
        call_command("verify_log")
    except CommandError:
        return "broken"
    return "whole"


def test_a_secret_changed_after_its_commitment_deals_no_card(four, capsys):
    """Before: the deal was dealt and played, and verify_log said that the log is whole."""
    deal = prepared_deal(VINAGAMES, 1, four)
    bind(deal, four)
    assert verified() == "whole"
    run(
        "UPDATE games_dealsecret SET encrypted = %s WHERE deal_id = %s",
        encrypt("ab" * 32, of=deal.stream),
        deal.pk,
    )
    assert verified() == "broken"
    assert "the secret in its row is not the one" in capsys.readouterr().out
    for player, seed in zip(four, SEEDS, strict=True):
        commands.reveal_seed(by=player, deal_id=deal.pk, seed=seed, now=NOW)
    deal.refresh_from_db()
    assert deal.cancelled and not any(
        isinstance(row.event, DealStarted) for row in queries.history(deal.pk)
    )
    assert [(alarm.raised.kind, alarm.raised.subject) for alarm in open_alarms()] == [
        ("commitment-broken", deal.stream)
    ]
    assert verified() == "broken"
    assert (
        "was called off because its secret number or a player's random number was not the one that had been locked in"
        in capsys.readouterr().out
    )


@pytest.mark.parametrize("row", ["", "gAAAA", "ab" * 32])
def test_a_row_that_cannot_be_opened_deals_no_card_either(row, four):
    deal = prepared_deal(VINAGAMES, 1, four)
    run("UPDATE games_dealsecret SET encrypted = %s WHERE deal_id = %s", row, deal.pk)
    # Without scripts, so that the server would have to make the seat's seed of the secret.
    commands.get_ready(by=four[0], deal_id=deal.pk, now=NOW)
    deal.refresh_from_db()
    assert deal.cancelled and len(open_alarms()) == 1
    assert verified() == "broken"


def test_a_deck_put_in_for_another_is_named(four):
    """With a chain made anew over it, as somebody does who may write to the database."""
    deal = running_deal(VINAGAMES, 3, four, moves=2)
    encrypted = encrypt(secret_in(deal), of=deal.stream)
    with changed_for(deal, 0, Random(1)) as changed:
        assert changed
        run("UPDATE games_dealsecret SET encrypted = %s WHERE deal_id = %s", encrypted, deal.pk)
        found = list(differing_deals())
    # No word about a card: the deal is still played.
    assert re.fullmatch(
        rf"{deal.stream}: event \d+ does not match the rules. The details are shown when the deal is over.",
        found[0],
    )


def test_a_seed_changed_in_the_log_deals_no_card(four):
    deal = prepared_deal(VINAGAMES, 1, four)
    bind(deal, four)
    commands.reveal_seed(by=four[0], deal_id=deal.pk, seed=SEEDS[0], now=NOW)
    with lifted():
        run(
            "UPDATE log_event SET payload = %s WHERE stream = %s AND name = 'deal.seed-given'",
            '{"seat":0,"seed":"chosen"}',
            deal.stream,
        )
        chain_anew(deal.stream)
    for player, seed in zip(four[1:], SEEDS[1:], strict=True):
        commands.reveal_seed(by=player, deal_id=deal.pk, seed=seed, now=NOW)
    deal.refresh_from_db()
    assert deal.cancelled and len(open_alarms()) == 1
    assert verified() == "broken"


def test_the_secret_of_a_deal_that_is_over_cannot_be_put_into_the_next(four):
    """Found: copied while it ran, it was a secret that everybody knows, and 22,276 seeds in 8 s chose a hand."""
    old = running_deal(VINAGAMES, 3, four, moves=2)
    (encrypted,) = run("SELECT encrypted FROM games_dealsecret WHERE deal_id = %s", old.pk)[0]
    bound = queries.load_state(old.pk).setup.commitment
    play_on(old.pk, now=NOW)
    deal = prepared_deal(VINAGAMES, 1, four)
    own = queries.load_state(deal.pk).setup.commitment
    run(
        "UPDATE games_dealsecret SET encrypted = %s, commitment = %s WHERE deal_id = %s",
        *(str(encrypted), bound, deal.pk),
    )
    with lifted():
        run(
            "UPDATE log_event SET payload = replace(payload, %s, %s) WHERE stream = %s",
            *(own, bound, deal.stream),
        )
        chain_anew(deal.stream)
    forget_all()
    bind(deal, four)
    deal.refresh_from_db()
    assert deal.cancelled and len(open_alarms()) == 1
    assert any("bound to the same secret as" in said for said in differing_deals())


# --- withholding ----------------------------------------------------------------------------------


def withheld_by_the_last(four):
    deal = prepared_deal(VINAGAMES, 1, four)
    bind(deal, four)
    for player, seed in zip(four[:3], SEEDS, strict=False):
        commands.reveal_seed(by=player, deal_id=deal.pk, seed=seed, now=NOW)
    return deal


def test_who_does_not_open_a_seed_in_time_loses_the_seat_and_is_counted(four):
    deal = withheld_by_the_last(four)
    secret = secret_in(deal)
    commands.start_deal(deal_id=deal.pk, now=NOW)
    assert queries.load_state(deal.pk).phase is Phase.REVEAL  # not yet
    commands.start_deal(deal_id=deal.pk, now=LATE)
    commands.start_deal(deal_id=deal.pk, now=LATE)
    assert names(deal)[-3:] == ["deal.seed-withheld", "deal.cancelled", "deal.secret-published"]
    ending = queries.load_state(deal.pk).ending
    assert ending is not None and ending.secret == secret
    assert not deal.table.seats.filter(player=four[3]).exists()
    assert deal.table.seats.filter(player__isnull=False).count() == 3
    lost = DealSeat.objects.get(deal=deal, player=four[3])
    assert lost.withheld and lost.freed_at == LATE
    assert verified() == "whole"
    assert "did not finish the shuffle" in browser(four[3]).get("/").content.decode()
    page = browser(four[0]).get("/fairness/").content.decode()
    assert "dung</bdi>" in page and "binh</bdi>" not in page
    assert "dung" not in Client().get("/fairness/").content.decode()
    with pytest.raises(Refused) as refused:
        commands.reveal_seed(by=four[3], deal_id=deal.pk, seed=SEEDS[3], now=LATE)
    assert refused.value.code == "seed.too-late"


def test_who_withheld_a_seed_waits_for_a_seat_where_chips_are_played(four, settings):
    """Before: at once, and three times more within ten minutes."""
    settings.TUSAC_LIMITS = True
    deal = withheld_by_the_last(four)
    commands.start_deal(deal_id=deal.pk, now=LATE)
    options = {"by": four[0], "name": "B", "rules": VINAGAMES, "seats": 4, "now": LATE}
    other, honour = (opened_table(**options, chips_per_point=stake) for stake in (1, 0))
    for table, wait, now in (
        (deal.table, 120, LATE),
        (other, 1, LATE + timedelta(seconds=119)),
    ):
        with pytest.raises(Refused) as refused:
            commands.sit_down(by=four[3], table_id=table.pk, seat=3, now=now)
        assert (refused.value.code, refused.value.wait) == ("seat.withheld", wait)
    commands.sit_down(by=four[3], table_id=honour.pk, seat=3, now=LATE)
    commands.sit_down(by=four[0], table_id=other.pk, seat=0, now=LATE)
    later = LATE + timedelta(seconds=120)
    commands.sit_down(by=four[3], table_id=other.pk, seat=3, now=later)


def test_at_a_table_of_fixed_seats_the_deal_is_prepared_anew_and_the_server_keeps_the_seed(four):
    table = opened_table(
        by=four[0], name="T", rules=VINAGAMES, seats=4, now=NOW, occupants=four, starters=[2]
    )
    deal = table.deals.get(ended_at=None)
    bind(deal, four)
    for player, seed in zip(four[:3], SEEDS, strict=False):
        commands.reveal_seed(by=player, deal_id=deal.pk, seed=seed, now=NOW)
    commands.start_deal(deal_id=deal.pk, now=LATE)
    anew = Deal.objects.get(table=table, ended_at=None)
    assert anew.pk != deal.pk and table.seats.filter(player=four[3]).exists()
    bind(anew, four, now=LATE)
    state = queries.load_state(anew.pk)
    assert state.setup.starter == 2
    assert [bound.kept for bound in state.setup.bound if bound] == [False] * 3 + [True]
    assert state.setup.missing == (0, 1, 2)


def test_who_is_absent_at_a_table_of_fixed_seats_has_a_seed_that_the_server_keeps(four):
    table = opened_table(
        by=four[0], name="T", rules=VINAGAMES, seats=4, now=NOW, occupants=four, starters=[0]
    )
    deal = table.deals.get(ended_at=None)
    bind(deal, four[:1])
    commands.start_deal(deal_id=deal.pk, now=NOW + timedelta(seconds=61))
    state = queries.load_state(deal.pk)
    assert state.phase is Phase.REVEAL and state.setup.missing == (0,)
    commands.reveal_seed(by=four[0], deal_id=deal.pk, seed=SEEDS[0], now=NOW)
    assert queries.load_state(deal.pk).phase not in (Phase.SEEDS, Phase.REVEAL)


def test_the_page_binds_its_seed_and_opens_it_by_forms_that_work_without_scripts_too(four):
    deal = prepared_deal(VINAGAMES, 1, four)
    address = f"/tables/{deal.table_id}/"
    page = browser(four[0]).get(address).content.decode()
    assert f'data-bind-seed="{deal.pk}-{four[0].pk}"' in page
    for player, seed in zip(four, SEEDS, strict=True):
        form = {"deal": deal.pk, "commitment": commit_seed(seed)}
        assert browser(player).post(address + "ready", form).status_code == 303
    for player, seed in zip(four, SEEDS, strict=True):
        page = browser(player).get(address).content.decode()
        assert f'data-open-seed="{deal.pk}-{player.pk}"' in page
        assert seed not in page
        form = {"deal": deal.pk, "seed": seed}
        assert browser(player).post(address + "reveal", form).status_code == 303
    assert queries.load_state(deal.pk).setup.seeds == tuple(SEEDS)
    page = browser(four[0]).get(address).content.decode()
    assert all(seed in page and commit_seed(seed) in page for seed in SEEDS)
