"""A record that lies is refused by the upload page and by the offline verifier, each lie in words of its own."""

from __future__ import annotations

import html
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from games import verifier
from games.engine.cards import CARD_NAMES
from games.models import Player
from tests.support.deals import penalty_seed
from tests.support.play_pages import browser
from tests.support.record_mutations import originals, written
from tests.support.records import nothing_stored, played_elsewhere

Record = dict[str, Any]


def told() -> Record:
    """A deal whose winner was let win by a penalty, as a right record tells it; seat 3 has won."""
    record: Record = played_elsewhere(penalty_seed(), people=4)
    return record


def ruled() -> Record:
    """The same deal behind a ruling that lifted the penalty."""
    texts = map(json.loads, originals())
    return next(record for record in texts if record["deal"] == "deal-disputed")


def place_of(record: Record, name: str, last: bool = False) -> int:
    found = [at for at, row in enumerate(record["events"]) if row["name"] == f"deal.{name}"]
    return found[-1 if last else 0]


def event(record: Record, name: str, last: bool = False) -> Record:
    """An event of this name, to be changed."""
    row: Record = record["events"][place_of(record, name, last)]
    return row


def judged(record: Record) -> Record:
    """The last discard, on which a verdict stands."""
    return event(record, "card-discarded", last=True)


def other_than(card: str) -> str:
    return next(name for name in CARD_NAMES if name[0] != "K" and name != card)


def let_go_what_is_not_held(record: Record) -> None:
    row = event(record, "card-discarded")
    held = event(record, "started")["hands"][row["seat"]]
    row["card"] = next(name for name in CARD_NAMES if name[0] != "K" and name not in held)


def let_go_a_king(record: Record) -> None:
    event(record, "card-discarded")["card"] = "Kr"


def move_out_of_turn(record: Record) -> None:
    row = event(record, "card-discarded")
    row["seat"] = (row["seat"] + 1) % 4


def meld_what_is_not_held(record: Record) -> None:
    row = event(record, "card-melded")
    row["cards"] = [other_than(row["active"])]


def draw_another_card(record: Record) -> None:
    row = event(record, "card-drawn")
    row["card"] = other_than(row["card"])


def forced_or_not(record: Record) -> None:
    row = event(record, "card-melded")
    row["forced"] = not row["forced"]


def another_usefulness(record: Record) -> None:
    judged(record)["verdict"]["usefulness"][0][1] += 1


def another_worst_card(record: Record) -> None:
    row = judged(record)
    row["verdict"]["worst"] = [row["card"]]


def no_verdict(record: Record) -> None:
    judged(record)["verdict"] = None


def another_legal_discard(record: Record) -> None:
    judged(record)["verdict"]["usefulness"].pop()


def _result(record: Record, name: str = "won") -> Record:
    result: Record = event(record, name)["result"]
    record["result"] = result  # the summary says the same, or it alone would tell
    return result


def sum_that_is_not_zero(record: Record) -> None:
    _result(record)["net"][0] += 1


def chips_moved_between_seats(record: Record) -> None:
    net = _result(record)["net"]
    net[0], net[1] = net[0] + 5, net[1] - 5


def payment_of_another_sum(record: Record) -> None:
    _result(record)["lines"][0]["amount"] += 1


def payment_to_another_seat(record: Record) -> None:
    line = _result(record)["lines"][0]
    line["payee"] = next(seat for seat in range(4) if seat not in (line["payer"], line["payee"]))


def payment_left_out(record: Record) -> None:
    _result(record)["lines"].pop()


def other_points(record: Record) -> None:
    _result(record)["points"] += 2


def another_price(record: Record) -> None:
    _result(record)["amount"] += 1


def nobody_pays_the_penalty(record: Record) -> None:
    _result(record)["offender"] = None


def another_winner(record: Record) -> None:
    result = _result(record)
    result["winner"] = (result["winner"] + 1) % 4


def another_summary(record: Record) -> None:
    record["result"] = {**record["result"], "points": record["result"]["points"] + 2}


def another_commitment(record: Record) -> None:
    record["commitment"] = event(record, "committed")["commitment"] = "ab" * 32


def another_secret(record: Record) -> None:
    record["secret"] = event(record, "secret-published")["secret"] = "00" * 32


def another_seed(record: Record) -> None:
    row = event(record, "seed-given")
    row["seed"] = record["seeds"][row["seat"]] = "other"


def event_left_out(record: Record) -> None:
    del record["events"][place_of(record, "card-drawn")]


def event_twice(record: Record) -> None:
    at = place_of(record, "card-drawn")
    record["events"].insert(at, record["events"][at])


def earlier_than_before(record: Record) -> None:
    record["events"][5]["at"] = "2026-11-21T18:00:00.000000Z"


def one_card_too_many(record: Record) -> None:
    stock = event(record, "started")["stock"]
    stock.append(stock[-1])


def one_card_too_few(record: Record) -> None:
    event(record, "started")["stock"].pop()


def five_of_a_kind(record: Record) -> None:
    started = event(record, "started")
    other = next(card for card in started["stock"] if card != started["stock"][-1])
    at = started["stock"].index(other)
    started["stock"][at] = started["stock"][-1]
    cards = [card for pile in (*started["hands"], started["stock"]) for card in pile]
    assert cards.count(started["stock"][-1]) == 5


def another_stock(record: Record) -> None:
    stock = event(record, "started")["stock"]
    at = next(number for number, card in enumerate(stock) if card != stock[0])
    stock[0], stock[at] = stock[at], stock[0]


def another_hand(record: Record) -> None:
    started = event(record, "started")
    mine, theirs = started["hands"][:2]
    mine[-1], theirs[0] = theirs[0], mine[-1]


def other_dice(record: Record) -> None:
    dice = event(record, "started")["dice"]
    record["dice"] = event(record, "started")["dice"] = [dice[0] % 6 + 1, dice[1]]


def ruling_of_another_sum(record: Record) -> None:
    net = event(record, "ruling-given")["result"]["net"]
    net[0], net[1] = net[0] + 5, net[1] - 5


def ruling_that_lifts_what_it_upholds(record: Record) -> None:
    event(record, "ruling-given")["upheld"] = True


def ruling_on_no_dispute(record: Record) -> None:
    event(record, "ruling-given")["dispute"] = 2


LIES: dict[str, tuple[Callable[[], Record], Callable[[Record], None], str]] = {
    "a card is let go that its seat does not hold": (
        told,
        let_go_what_is_not_held,
        "event 11: You do not hold that card in your private block. (§3.1)",
    ),
    "a king is let go": (
        told,
        let_go_a_king,
        "event 11: A king is never discarded. Choose another card. (§4.3)",
    ),
    "a seat moves that is not asked": (
        told,
        move_out_of_turn,
        "event 11: It is not your turn. Wait until the others have played. (§1.3)",
    ),
    "a meld takes cards that its seat does not hold": (
        told,
        meld_what_is_not_held,
        "event 15: You do not hold all of these cards in your private block. (§3.1)",
    ),
    "a card is drawn that does not lie there": (
        told,
        draw_another_card,
        'event 12: card of deal.card-drawn is not what the rules give: "Gr" instead of "Pw"',
    ),
    "a meld is called forced": (
        told,
        forced_or_not,
        "event 15: forced of deal.card-melded is not what the rules give: true instead of false",
    ),
    "a verdict counts another usefulness": (
        told,
        another_usefulness,
        "event 58: the verdict on the discard of Gy by seat 1: the usefulness of Gy is 19; the rules give 18 (§10.3)",
    ),
    "a verdict calls a penalised card the worst": (
        told,
        another_worst_card,
        "event 58: the verdict on the discard of Gy by seat 1: the worst cards are Gy; the rules give My (§10.3)",
    ),
    "a verdict is left out": (
        told,
        no_verdict,
        "event 58: the verdict on the discard of Gy by seat 1 is missing (§10.4)",
    ),
    "a verdict forgets a legal discard": (
        told,
        another_legal_discard,
        "event 58: the verdict on the discard of Gy by seat 1: it judges Gy; the legal discards are Gy My (§4.1)",
    ),
    "the sums are not zero": (
        told,
        sum_that_is_not_zero,
        "event 60: the payments of the seats add up to +1, not to 0 (§9.7)",
    ),
    "one seat has what another has won": (
        told,
        chips_moved_between_seats,
        "event 60: seat 0 has +14 in all; the rules give +9 (§9)",
    ),
    "a payment has another sum": (
        told,
        payment_of_another_sum,
        "is 35; the rules give 34 (§9)",
    ),
    "a payment goes to another seat": (
        told,
        payment_to_another_seat,
        "event 60: payment 1 is not the one that the rules give (§9)",
    ),
    "a payment is left out": (
        told,
        payment_left_out,
        "payments are listed; the rules give",
    ),
    "the winner's hand has other points": (
        told,
        other_points,
        "event 60: the winner's hand has 11 points; the rules count 9 (§2)",
    ),
    "the hand has another price": (
        told,
        another_price,
        "event 60: a loser pays 35 for the hand; the rules give 34 (§9)",
    ),
    "nobody pays the penalty": (
        told,
        nobody_pays_the_penalty,
        "event 60: the penalty is on nobody; by the rules it is on seat 1 (§9.3)",
    ),
    "another seat has won": (
        told,
        another_winner,
        "event 60: seat 0 has won; by the rules seat 3 has (§7)",
    ),
    "the summary says other points than the events": (
        told,
        another_summary,
        "result: it is not what the events say",
    ),
    "the commitment is another one": (
        told,
        another_commitment,
        "the commitment is not the SHA-256 of the secret",
    ),
    "the secret is another one": (
        told,
        another_secret,
        "the commitment is not the SHA-256 of the secret",
    ),
    "a seed is not the one that its seat was bound to": (
        told,
        another_seed,
        "event 6: That is not the seed that you are bound to. Open the one you chose first. (§1.5)",
    ),
    "an event is left out of the chain": (
        told,
        event_left_out,
        "event 12: ",
    ),
    "an event is there twice": (told, event_twice, "event 13: "),
    "an event is earlier than the one before it": (
        told,
        earlier_than_before,
        "events[5]: at: earlier than the event before it",
    ),
    "113 cards": (
        told,
        one_card_too_many,
        "event 10: 113 cards are dealt or in the stock, and a deck has 112 (§1.1)",
    ),
    "111 cards": (
        told,
        one_card_too_few,
        "event 10: 111 cards are dealt or in the stock, and a deck has 112 (§1.1)",
    ),
    "five cards of a kind": (
        told,
        five_of_a_kind,
        "and a deck has 4 of each (§1.1)",
    ),
    "another order of the stock": (
        told,
        another_stock,
        "event 10: card 1 of the stock is not the one that the seeds give (§1.4)",
    ),
    "another hand": (
        told,
        another_hand,
        "event 10: the hand of seat 0 is not the one that the seeds give (§1.4)",
    ),
    "other dice": (told, other_dice, "; the seeds give ["),
    "a ruling moves another sum": (
        ruled,
        ruling_of_another_sum,
        "event 63: seat 0 has ",
    ),
    "a ruling lifts what it says that it upholds": (
        ruled,
        ruling_that_lifts_what_it_upholds,
        "event 63: the penalty is on nobody; by the rules it is on seat 1 (§9.3)",
    ),
    "a ruling is on no dispute": (
        ruled,
        ruling_on_no_dispute,
        "event 63: There is no such dispute in this deal. (§10.7)",
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


def test_no_two_lies_have_the_same_words_but_those_of_the_shuffle():
    """The commitment and the secret tell one story: which of them is the wrong one nobody can know."""
    said = [said for _right, _spoil, said in LIES.values()]
    twice = {one for one in said if said.count(one) > 1}
    assert twice == {"the commitment is not the SHA-256 of the secret"}
