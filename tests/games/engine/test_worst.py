from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine.cards import CARD_BY_NAME, CARD_NAMES, CARDS, Card
from games.engine.hands.families import MEMBERS, PAWNS
from games.engine.hands.hand import block_of, trash_cards
from games.engine.worst import Verdict, arithmetic, gains, verdict
from tests.support.engine import oracle
from tests.support.engine.blocks import private_cards
from tests.support.engine.text import block, cards

PUBLIC = "Gg Gg Gg Ny Ny Ny Mw Mw Mw Ky Gy My"


def counts(text: str) -> tuple[int, ...]:
    seen = Counter(cards(text))
    return tuple(seen[each] for each in CARDS)


def judged(private: str, dead: str, *, stock_at_limit: bool = False) -> Verdict:
    return verdict(block(private), counts(f"{PUBLIC} {dead}"), stock_at_limit=stock_at_limit)


def by_name(found: tuple[tuple[Card, int], ...]) -> dict[str, int]:
    return {CARD_NAMES[each]: useful for each, useful in found}


@pytest.mark.parametrize(
    ("private", "dead", "usefulness", "worst"),
    [
        pytest.param(
            "Rr Cr Gw Rw Pw Pw Ng Ng Kr",
            "",
            {"Gw": 48, "Rw": 48, "Rr": 36, "Cr": 36},
            "Gw Rw",
            id="W1",
        ),
        pytest.param("Kr Gr Cw Pw Pw Ng Ng Pg Pg", "", {"Cw": 34, "Gr": 26}, "Cw", id="W2"),
        pytest.param(
            "Rr Cr Gw Pw Pw Ng Ng Pg Pg",
            "Nr Nr Nr Nr Rr Cr",
            {"Rr": 31, "Cr": 31, "Gw": 29},
            "Rr Cr",
            id="W3",
        ),
        pytest.param(
            "Gw Rw Pw Pw Ng Ng Pg Pg Kr", "Rw Rw Cw Nw Nw", {"Rw": 26, "Gw": 22}, "Rw", id="W5"
        ),
        pytest.param(
            "Rr Rr Rr Cr Nr Gw Ng Ng Kr", "", {"Gw": 31, "Cr": 29, "Nr": 29}, "Gw", id="W7"
        ),
        pytest.param("Kr Gr Mr Mr Pw Pw Ng Ng Ng", "", {"Gr": 19, "Mr": 17}, "Gr", id="W8"),
    ],
)
def test_10_6_the_worked_table(private, dead, usefulness, worst):
    found = judged(private, dead)
    assert by_name(found.usefulness) == usefulness
    assert found.worst == cards(worst)
    assert found.discards == trash_cards(block(private))


def test_10_2_the_discard_itself_is_not_still_to_come():
    # After Gw goes, three copies are unseen, and a drawn one could pair with nothing.
    found = by_name(verdict(block("Gw Rw"), (0,) * 28, stock_at_limit=False).usefulness)
    # 16 kings, gain 1 each; three copies of the card that stays, gain 2 each.
    assert found == {"Gw": 16 + 3 * 2, "Rw": 16 + 3 * 2}


def test_10_2_copies_face_up_no_longer_count():
    found = by_name(verdict(block("Gw Rw"), counts("Rw Rw Kr"), stock_at_limit=False).usefulness)
    assert found == {"Gw": 15 + 1 * 2, "Rw": 15 + 3 * 2}


def usefulness_if_only(unseen: str, private: str) -> dict[str, int]:
    """U where one copy of one kind is still to come and all the rest is seen."""
    held = cards(private)
    face_up = [4 - held.count(each) - (CARD_NAMES[each] == unseen) for each in CARDS]
    return by_name(verdict(block(private), face_up, stock_at_limit=False).usefulness)


def test_10_2_a_khap_hit_counts_by_its_khui():
    # The last Rr could join Cr and Nr, but with Gw and My as trash that does not win.
    useful = usefulness_if_only("Rr", "Rr Rr Rr Cr Nr Gw My")
    assert useful == {"Gw": 1, "My": 1, "Cr": 1, "Nr": 1}


def test_10_2_a_khap_hit_counts_by_another_meld_where_that_wins():
    # With Gw gone the last Rr joins Cr and Nr, and two trash cards become none.
    useful = usefulness_if_only("Rr", "Rr Rr Rr Cr Nr Gw")
    assert useful == {"Gw": 3, "Cr": 1, "Nr": 1}


def test_10_2_another_meld_may_win_in_the_discards_own_family():
    # Of five pawns outside the khap one goes; the last Pw then joins two of the others.
    useful = usefulness_if_only("Pw", "Pw Pw Pw Pr Py Pg Pg Pg")
    assert useful == {"Pr": 1, "Py": 1}
    useful = usefulness_if_only("Pr", "Pr Pr Pr Py Py Pg Pw")
    assert useful == {"Py": 1}


def test_10_2_kings_count_as_hits():
    useful = usefulness_if_only("Kw", "Gy My")
    assert useful == {"Gy": 1, "My": 1}


def test_10_3_the_worst_cards_are_all_with_the_greatest_usefulness():
    found = judged("Rr Cr Gw Rw Pw Pw Ng Ng Kr", "")
    most = max(useful for _, useful in found.usefulness)
    assert found.worst == tuple(each for each, useful in found.usefulness if useful == most)
    assert len(found.worst) == 2


def test_10_3_every_legal_discard_is_safe_once_the_stock_is_at_its_limit():
    usual = judged("Kr Gr Cw Pw Pw Ng Ng Pg Pg", "")
    last = judged("Kr Gr Cw Pw Pw Ng Ng Pg Pg", "", stock_at_limit=True)
    assert last.worst == last.discards == cards("Gr Cw")
    assert last.usefulness == usual.usefulness


def test_4_1_a_block_without_trash_has_no_discard_to_judge():
    found = verdict(block("Kr Gg Gg"), (0,) * 28, stock_at_limit=False)
    assert found == Verdict((), ())
    assert found.discards == ()


def test_10_4_the_verdict_is_sorted_by_card():
    found = judged("Rr Cr Gw Rw Pw Pw Ng Ng Kr", "")
    assert found.discards == tuple(sorted(found.discards))
    assert found.worst == tuple(sorted(found.worst))


@settings(max_examples=200, deadline=None)
@given(private_cards(), st.lists(st.integers(0, 4), min_size=28, max_size=28))
def test_10_3_the_verdict_agrees_with_the_oracle(held, seen):
    made = block_of(held)
    face_up = [min(copies, 4 - held.count(each)) for each, copies in zip(CARDS, seen, strict=True)]
    hand = tuple(CARD_NAMES[each] for each in sorted(held))
    shown = Counter(dict(zip(CARD_NAMES, face_up, strict=True)))
    found = verdict(made, face_up, stock_at_limit=False)
    expected = oracle.usefulness(hand, shown)
    assert by_name(found.usefulness) == expected
    assert [CARD_NAMES[each] for each in found.worst] == sorted(
        oracle.worst(expected), key=CARD_BY_NAME.__getitem__
    )


@settings(max_examples=200, deadline=None)
@given(private_cards(), st.lists(st.sampled_from(CARDS), max_size=40))
def test_10_3_the_gains_that_are_shown_add_up_to_the_usefulness(held, dead):
    seen = Counter(dead)
    face_up = [min(seen[card], 4 - held.count(card)) for card in CARDS]
    found = verdict(block_of(held), face_up, stock_at_limit=False)
    for card, useful in found.usefulness:
        made_of = gains(block_of(held), card, face_up)
        assert sum(gain.unseen * gain.gain for gain in made_of) == useful
        assert all(gain.unseen > 0 and gain.gain > 0 for gain in made_of)


@settings(max_examples=200, deadline=None)
@given(private_cards(), st.lists(st.sampled_from(CARDS), max_size=40))
def test_10_3_the_arithmetic_side_by_side_adds_up_to_each_usefulness(held, dead):
    seen = Counter(dead)
    face_up = [min(seen[card], 4 - held.count(card)) for card in CARDS]
    found = verdict(block_of(held), face_up, stock_at_limit=False)
    lines = arithmetic(block_of(held), found.discards, face_up)
    for place, (_card, useful) in enumerate(found.usefulness):
        assert sum(line.unseen * line.gains[place] for line in lines) == useful
    for line in lines:
        assert line.unseen == 4 - held.count(line.card) - face_up[line.card] > 0
        assert any(line.gains)


@pytest.mark.parametrize("family", [0, 4, PAWNS], ids=["kings", "rooks", "pawns"])
def test_10_2_the_arithmetic_adds_up_for_every_family_a_khui_among_it(family):
    """Every way to hold up to three of each card of a family, beside nothing and beside one trash card elsewhere.

    A khui of three held cards is preferred to a meld that leaves trash, and to none that wins: so both are in it.
    """
    elsewhere = CARD_BY_NAME["Rg" if family != 4 else "Kg"]
    for held in product(range(4), repeat=len(MEMBERS[family])):
        cards_of_family = [
            card for card, n in zip(MEMBERS[family], held, strict=True) for _ in range(n)
        ]
        for private in (cards_of_family, [*cards_of_family, elsewhere]):
            face_up = [0] * len(CARDS)
            found = verdict(block_of(private), face_up, stock_at_limit=False)
            lines = arithmetic(block_of(private), found.discards, face_up)
            for place, (_card, useful) in enumerate(found.usefulness):
                assert sum(line.unseen * line.gains[place] for line in lines) == useful, private


def test_10_6_the_arithmetic_of_w2_line_by_line():
    """Kr Gr Cw Pw Pw Ng Ng Pg Pg: what each card to come is worth without the cannon, and without the guard."""
    lines = arithmetic(block("Kr Gr Cw Pw Pw Ng Ng Pg Pg"), tuple(cards("Gr Cw")), counts(PUBLIC))
    told = {CARD_NAMES[one.card]: (one.held, one.face_up, one.unseen, one.gains) for one in lines}
    assert told == {
        "Kr": (1, 0, 3, (1, 1)),
        "Ky": (0, 1, 3, (1, 1)),
        "Kg": (0, 0, 4, (1, 1)),
        "Kw": (0, 0, 4, (1, 1)),
        "Gr": (1, 0, 3, (0, 2)),
        "Mr": (0, 0, 4, (0, 2)),
        "Cw": (1, 0, 3, (2, 0)),
        "Ng": (2, 0, 2, (1, 1)),
        "Pg": (2, 0, 2, (1, 1)),
        "Pw": (2, 0, 2, (1, 1)),
    }
