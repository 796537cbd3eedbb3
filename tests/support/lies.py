"""Right records, and changes that each make one of them wrong."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from games.engine.cards import CARD_NAMES
from games.engine.deal import to_move
from games.engine.disputing.rulings import answer_dispute, file_dispute
from games.engine.events import DealCommitted, SeatGone, TimeRanOut, move_behind
from games.engine.evolve import fold
from games.engine.rules import VINAGAMES
from tests.support.deals import penalty_seed, played
from tests.support.engine.disputes import give_ruling
from tests.support.record_mutations import originals, timed
from tests.support.records import played_elsewhere

Record = dict[str, Any]


def told() -> Record:
    """Return a right record of a deal won with a penalty; seat 3 has won."""
    record: Record = played_elsewhere(penalty_seed(), people=4)
    return record


def ruled() -> Record:
    """Return the same deal after a ruling that lifted the penalty."""
    texts = map(json.loads, originals())
    return next(record for record in texts if record["deal"] == "deal-disputed")


def answered() -> Record:
    """Return the same deal, whose dispute the discarding seat answered before the ruling."""
    events = played(VINAGAMES, penalty_seed()).events
    ending = fold(events).ending
    assert ending is not None and ending.taken is not None
    taken = ending.taken
    objects = (taken.seat + 1) % 4
    said = {"referee": "player:9", "section": "§10.3", "reason": "Yes."}
    for decide in (
        lambda s: file_dispute(s, seat=objects, discard=taken.version, reason="Why?"),
        lambda s: answer_dispute(s, dispute=1, seat=taken.seat, reason="My only pair."),
        lambda s: give_ruling(s, dispute=1, upheld=False, **said),
    ):
        events = (*events, *decide(fold(events)))
    return timed("deal-answered", events)


def kept() -> Record:
    """Return a deal in which the server kept the seed of seat 3, as a right record has it."""
    record: Record = played_elsewhere(5, people=3)
    return record


def missed() -> Record:
    """Return a deal in which seat 0, a member's, times out twice in a row and is then gone."""
    events = list(played(VINAGAMES, 5).events)
    assert isinstance(events[0], DealCommitted)
    events[0] = replace(events[0], players=tuple(f"player:{n}" for n in range(1, 5)))
    mine = []
    for at, row in enumerate(events):
        move = move_behind(row)
        if move is not None and move.seat == 0 and to_move(fold(events[:at])) == (0,):
            mine.append(at)
    first, second, third = mine[:3]
    assert third > second + 1
    told = [*events[:first], TimeRanOut(0), *events[first:second], TimeRanOut(0), SeatGone(0)]
    return timed("deal-missed", (*told, *events[second:]))


def place_of(record: Record, name: str, last: bool = False) -> int:
    found = [at for at, row in enumerate(record["events"]) if row["name"] == f"deal.{name}"]
    return found[-1 if last else 0]


def event(record: Record, name: str, last: bool = False) -> Record:
    """Return an event of this name, to be changed."""
    row: Record = record["events"][place_of(record, name, last)]
    return row


def judged(record: Record) -> Record:
    """Return the last discard with a verdict."""
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
    record["result"] = result  # change the summary too, or it alone would reveal it
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


def answer_of_another_seat(record: Record) -> None:
    row = event(record, "dispute-answered")
    row["seat"] = (row["seat"] + 1) % 4


def answer_of_no_seat(record: Record) -> None:
    event(record, "dispute-answered")["seat"] = None


def _moved(record: Record, by: int) -> None:
    """Move the answer so many places later, to the time of the event there."""
    at, events = place_of(record, "dispute-answered"), record["events"]
    events[at]["at"], events[at + by]["at"] = events[at + by]["at"], events[at]["at"]
    events[at], events[at + by] = events[at + by], events[at]


def answer_behind_the_ruling(record: Record) -> None:
    _moved(record, 1)


def answer_before_the_dispute(record: Record) -> None:
    _moved(record, -1)


def answer_twice(record: Record) -> None:
    at = place_of(record, "dispute-answered")
    record["events"].insert(at, record["events"][at])


def answer_to_no_dispute(record: Record) -> None:
    at = place_of(record, "dispute-answered")
    record["events"].insert(at + 1, {**record["events"][at], "dispute": 2})


def answer_without_words(record: Record) -> None:
    event(record, "dispute-answered")["reason"] = ""


def answer_in_an_older_format(record: Record) -> None:
    record["format"] = "tusac-deal/9"


def _otherwise(**options: Any) -> Callable[[Record], None]:
    """Other options, in the event and in the summary."""

    def change(record: Record) -> None:
        record["rules"].update(options)
        event(record, "committed")["rules"].update(options)

    return change


preset_that_ends_earlier = _otherwise(stock_limit=8)
own_rules_of_a_long_stock = _otherwise(key="club", stock_limit=21)
own_rules_with_a_dear_triple = _otherwise(key="club", exposed_triple_points=9)
own_rules_with_no_seats = _otherwise(key="club", seats=[4, 3])
own_rules_with_a_unit_and_no_points = _otherwise(key="club", unit=5)
own_rules_with_an_option_of_later = _otherwise(key="club", four_pawns=4)
own_rules_in_which_forced_kings_die = _otherwise(key="club", declined_king_dies=True)


def seed_of_the_server_as_its_seats_own(record: Record) -> None:
    bound = [row for row in record["events"] if row["name"] == "deal.seed-committed"]
    assert bound[3]["kept"]
    bound[3]["kept"] = False


def missed_twice_and_not_gone(record: Record) -> None:
    del record["events"][place_of(record, "seat-gone")]
    record["format"] = "tusac-deal/2"


def missed_when_gone(record: Record) -> None:
    rows = record["events"]
    late = event(record, "time-ran-out", last=True)
    at = next(
        n
        for n, row in enumerate(rows)
        if n > place_of(record, "seat-gone") + 1
        and row["name"] in ("deal.card-discarded", "deal.card-drawn")
        and row["seat"] == late["seat"]
        and rows[n - 1].get("forced") in (None, True)
    )
    rows.insert(at, {**late, "at": rows[at]["at"]})
