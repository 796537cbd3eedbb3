"""A record that lies is refused by the upload page and by the offline verifier, each lie in words of its own."""

from __future__ import annotations

import html
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games import verifier
from games.club.house_rules import why_not
from games.engine.events import DealCommitted
from games.engine.recording.records import DealRecord, from_record
from games.engine.recording.verification import verify
from games.engine.rules import FOURSAC, VINAGAMES
from games.models import Player
from tests.support import lies
from tests.support.deals import NOW
from tests.support.lies import Record
from tests.support.play_pages import browser
from tests.support.record_mutations import written
from tests.support.records import nothing_stored

LIES: dict[str, tuple[Callable[[], Record], Callable[[Record], None], str]] = {
    "a card is let go that its seat does not hold": (
        lies.told,
        lies.let_go_what_is_not_held,
        "event 11: That card is not in your hand. Choose a card that you still hold. (§3.1)",
    ),
    "a king is let go": (
        lies.told,
        lies.let_go_a_king,
        "event 11: Kings can't be discarded. Choose another card. (§4.3)",
    ),
    "a seat moves that is not asked": (
        lies.told,
        lies.move_out_of_turn,
        "event 11: It is not your turn. Wait until the others have played. (§1.3)",
    ),
    "a meld takes cards that its seat does not hold": (
        lies.told,
        lies.meld_what_is_not_held,
        "event 15: Some of these cards are not in your hand. Choose only cards that you hold. (§3.1)",
    ),
    "a card is drawn that does not lie there": (
        lies.told,
        lies.draw_another_card,
        'event 12: card of deal.card-drawn is not what the rules give: "Gr" instead of "Pw"',
    ),
    "a meld is called forced": (
        lies.told,
        lies.forced_or_not,
        "event 15: forced of deal.card-melded is not what the rules give: true instead of false",
    ),
    "a verdict counts another usefulness": (
        lies.told,
        lies.another_usefulness,
        "event 58: the verdict on the discard of Gy by seat 1: the usefulness of Gy is 19; the rules give 18 (§10.3)",
    ),
    "a verdict calls a penalised card the worst": (
        lies.told,
        lies.another_worst_card,
        "event 58: the verdict on the discard of Gy by seat 1: the worst cards are Gy; the rules give My (§10.3)",
    ),
    "a verdict is left out": (
        lies.told,
        lies.no_verdict,
        "event 58: the verdict on the discard of Gy by seat 1 is missing (§10.4)",
    ),
    "a verdict forgets a legal discard": (
        lies.told,
        lies.another_legal_discard,
        "event 58: the verdict on the discard of Gy by seat 1: it judges Gy; the legal discards are Gy My (§4.1)",
    ),
    "the sums are not zero": (
        lies.told,
        lies.sum_that_is_not_zero,
        "event 60: the payments of the seats add up to +1, not to 0 (§9.7)",
    ),
    "one seat has what another has won": (
        lies.told,
        lies.chips_moved_between_seats,
        "event 60: seat 0 has +14 in all; the rules give +9 (§9)",
    ),
    "a payment has another sum": (
        lies.told,
        lies.payment_of_another_sum,
        "is 35; the rules give 34 (§9)",
    ),
    "a payment goes to another seat": (
        lies.told,
        lies.payment_to_another_seat,
        "event 60: payment 1 is not the one that the rules give (§9)",
    ),
    "a payment is left out": (
        lies.told,
        lies.payment_left_out,
        "payments are listed; the rules give",
    ),
    "the winner's hand has other points": (
        lies.told,
        lies.other_points,
        "event 60: the winner's hand has 11 points; the rules count 9 (§2)",
    ),
    "the hand has another price": (
        lies.told,
        lies.another_price,
        "event 60: a loser pays 35 for the hand; the rules give 34 (§9)",
    ),
    "nobody pays the penalty": (
        lies.told,
        lies.nobody_pays_the_penalty,
        "event 60: the penalty is on nobody; by the rules it is on seat 1 (§9.3)",
    ),
    "another seat has won": (
        lies.told,
        lies.another_winner,
        "event 60: seat 0 has won; by the rules seat 3 has (§7)",
    ),
    "the summary says other points than the events": (
        lies.told,
        lies.another_summary,
        "result: it is not what the events say",
    ),
    "the commitment is another one": (
        lies.told,
        lies.another_commitment,
        "the commitment is not the SHA-256 of the secret",
    ),
    "the secret is another one": (
        lies.told,
        lies.another_secret,
        "the commitment is not the SHA-256 of the secret",
    ),
    "a seed is not the one that its seat was bound to": (
        lies.told,
        lies.another_seed,
        "event 6: This is not the seed that you committed to. Send the one you chose first. (§1.5)",
    ),
    "an event is left out of the chain": (
        lies.told,
        lies.event_left_out,
        "event 12: ",
    ),
    "an event is there twice": (lies.told, lies.event_twice, "event 13: "),
    "an event is earlier than the one before it": (
        lies.told,
        lies.earlier_than_before,
        "events[5]: at: earlier than the event before it",
    ),
    "113 cards": (
        lies.told,
        lies.one_card_too_many,
        "event 10: 113 cards are dealt or in the stock, and a deck has 112 (§1.1)",
    ),
    "111 cards": (
        lies.told,
        lies.one_card_too_few,
        "event 10: 111 cards are dealt or in the stock, and a deck has 112 (§1.1)",
    ),
    "five cards of a kind": (
        lies.told,
        lies.five_of_a_kind,
        "and a deck has 4 of each (§1.1)",
    ),
    "another order of the stock": (
        lies.told,
        lies.another_stock,
        "event 10: card 1 of the stock is not the one that the seeds give (§1.4)",
    ),
    "another hand": (
        lies.told,
        lies.another_hand,
        "event 10: the hand of seat 0 is not the one that the seeds give (§1.4)",
    ),
    "other dice": (lies.told, lies.other_dice, "; the seeds give ["),
    "a ruling moves another sum": (
        lies.ruled,
        lies.ruling_of_another_sum,
        "event 63: seat 0 has ",
    ),
    "a ruling lifts what it says that it upholds": (
        lies.ruled,
        lies.ruling_that_lifts_what_it_upholds,
        "event 63: the penalty is on nobody; by the rules it is on seat 1 (§9.3)",
    ),
    "a ruling is on no dispute": (
        lies.ruled,
        lies.ruling_on_no_dispute,
        "event 63: This deal has no such dispute. Open the deal again to see its disputes. (§10.7)",
    ),
    "an answer is of another seat": (
        lies.answered,
        lies.answer_of_another_seat,
        "event 63: Only the player who made the disputed discard can answer.",
    ),
    "an answer is of no seat": (
        lies.answered,
        lies.answer_of_no_seat,
        "deal.dispute-answered.seat: a whole number expected, not None",
    ),
    "an answer stands behind the ruling": (
        lies.answered,
        lies.answer_behind_the_ruling,
        "event 64: This dispute already has a ruling. If you played in the deal, you can appeal it. (§10.8)",
    ),
    "an answer stands before the dispute": (
        lies.answered,
        lies.answer_before_the_dispute,
        "event 62: This deal has no such dispute. Open the deal again to see its disputes. (§10.7)",
    ),
    "an answer stands there twice": (
        lies.answered,
        lies.answer_twice,
        "event 64: You have already told the referee your side, and you can do that only once.",
    ),
    "an answer is to a dispute that is none": (
        lies.answered,
        lies.answer_to_no_dispute,
        "event 64: This deal has no such dispute. Open the deal again to see its disputes. (§10.7)",
    ),
    "an answer has no words": (
        lies.answered,
        lies.answer_without_words,
        "event 63: a reason has 1 to 1000 characters, no NUL",
    ),
    "an answer stands in a format that has none": (
        lies.answered,
        lies.answer_in_an_older_format,
        "format: its events are those of 'tusac-deal/10'",
    ),
    "a preset's name with another option": (
        lies.told,
        lies.preset_that_ends_earlier,
        "rules.stock_limit: vinagames is a preset and has another value",
    ),
    "a stock that no club can choose": (
        lies.told,
        lies.own_rules_of_a_long_stock,
        "rules.stock_limit: a number from 0 to 20 expected (§11.1)",
    ),
    "points of a triple that no club can choose": (
        lies.told,
        lies.own_rules_with_a_dear_triple,
        "rules: exposed_triple_points: a number from 1 to 8 expected in 'tusac-deal/",
    ),
    "seats in another order": (
        lies.told,
        lies.own_rules_with_no_seats,
        "rules.seats: the game has 2, 3 or 4 seats, each named once and in this order (§1.2)",
    ),
    "a unit where no points are paid": (
        lies.told,
        lies.own_rules_with_a_unit_and_no_points,
        "format: its events are those of 'tusac-deal/11'",
    ),
    "an option that the format has not": (
        lies.told,
        lies.own_rules_with_an_option_of_later,
        "rules: four_pawns: 'tusac-deal/",
    ),
    "kings that die where nobody declines": (
        lies.told,
        lies.own_rules_in_which_forced_kings_die,
        "format: its events are those of 'tusac-deal/11'",
    ),
    "a seed of the server's is called its seat's own": (
        lies.kept,
        lies.seed_of_the_server_as_its_seats_own,
        "the seed of seat 3 is recorded as its own and is made of the server's secret",
    ),
    "a seat misses two moves and is not gone": (
        lies.missed,
        lies.missed_twice_and_not_gone,
        "the time of seat 0 ran out twice in a row, and deal.seat-gone does not follow",
    ),
    "a seat that is gone misses a move": (
        lies.missed,
        lies.missed_when_gone,
        "seat 0 is gone, so no time of it runs out",
    ),
}
"""What a record says wrongly → the right record, what is changed in it, and what is said of it."""


def lying(case: str) -> bytes:
    right, spoil, _said = LIES[case]
    record: Record = json.loads(json.dumps(right()))
    spoil(record)
    line = written(record)
    assert line != written(right())
    return line


@pytest.fixture(scope="module")
def offline(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What the one file that checks records says of each lie, with Python alone; two lines a file."""
    folder: Path = tmp_path_factory.mktemp("lies")
    (folder / verifier.NAME).write_text(verifier.source(), encoding="utf-8")
    names = []
    for number, case in enumerate(LIES):
        names.append(f"lie-{number}.jsonl")
        (folder / names[-1]).write_bytes(lying(case) + b"\n")
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-X", "utf8", verifier.NAME, *names],
        cwd=folder,
        capture_output=True,
        check=False,
    )
    assert done.stderr == b"" and done.returncode == 1
    return done.stdout.decode().splitlines()


@pytest.mark.django_db
@pytest.mark.parametrize("case", LIES)
def test_a_record_that_lies_is_refused_in_words_and_nothing_is_stored(case, offline):
    _right, _spoil, said = LIES[case]
    number = list(LIES).index(case)
    answer, summary = offline[2 * number : 2 * number + 2]
    assert said in answer and answer.startswith("line 1: ")
    assert summary == f"lie-{number}.jsonl: 1 deals, 1 not right"
    director = Player.objects.create_user("director", is_director=True)
    file = SimpleUploadedFile("records.jsonl", lying(case) + b"\n")
    page = browser(director).post("/replays/records/", {"file": file, "step": "store"})
    assert page.status_code == 422
    # Word for word as the program says it, behind the number of the line and the name of the deal.
    fault = answer.removeprefix("line 1: ").partition(": ")[2] if "deal-" in answer else answer
    shown = html.unescape(page.content.decode())
    assert said in shown and fault.removeprefix("line 1: ") in shown
    assert nothing_stored()


@pytest.mark.parametrize("right", dict.fromkeys(row[0] for row in LIES.values()))
def test_the_records_that_lies_are_made_of_are_right(right):
    assert verify(from_record(right())) is None


def test_every_rule_set_that_the_page_refuses_is_refused_in_a_record_and_no_other():
    """One list: options are changed one and two at a time, from both presets."""
    others: dict[str, tuple[Any, ...]] = {
        "seats": ((), (2,), (4, 3), (2, 3, 4)),
        "win_claim": ("forced", "offered"),
        "pair_claim": ("forced", "offered"),
        "pair_waived_when_waiting": (True, False),
        "payment": ("amount", "points", "flat"),
        "loser_kongs": ("paid", "deduct", "none"),
        "penalty": ("none", "pays-for-all"),
        "drawn_king": ("passes-on", "dies", "kept"),
        "fourth_to_exposed_triple": (True, False),
        "stock_limit": (-1, 0, 20, 21),
        "exposed_triple": (-1, 0, 20, 21),
        "unit": (0, 1, 2, 1000, 1001),
        "yellow_king": (0, 1, 10, 11),
        "factor": (0, 10),
    }
    refused = 0
    changes: list[dict[str, Any]] = [
        {name: value} for name, values in others.items() for value in values
    ]
    for one, other in product(changes, changes):
        for preset in (VINAGAMES, FOURSAC):
            rules = replace(
                preset, key="club", **one, **{k: v for k, v in other.items() if k not in one}
            )
            first = DealCommitted(rules, ("player:1",) * 4, "ab" * 32, None)
            said = verify(DealRecord("deal-1", ((NOW, first),)))
            of_options = said is not None and said.startswith("rules.")
            assert of_options == (why_not(rules) is not None), (rules, said)
            refused += of_options
    assert refused


def test_no_two_lies_have_the_same_words_but_those_of_the_shuffle():
    """The commitment and the secret tell one story: which of them is the wrong one nobody can know."""
    said = [said for _right, _spoil, said in LIES.values()]
    twice = {one for one in said if said.count(one) > 1}
    assert twice == {
        "the commitment is not the SHA-256 of the secret",
        "format: its events are those of 'tusac-deal/11'",
    }
