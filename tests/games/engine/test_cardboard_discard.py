"""A discard of a deal with real cards: judged as one on screens, or refused as one that cannot have been."""

from collections import Counter
from dataclasses import replace

import pytest

from games.engine.cards import CARD_NAMES, CARDS
from games.engine.hands.hand import block_of
from games.engine.real_cards.discards import Judged, ReportedDiscard, judge_discard
from games.engine.real_cards.results import BadResult, CardboardResult, parse_aside
from games.engine.recording.notation import parse_card
from games.engine.rules import FOURSAC, VINAGAMES
from games.engine.worst import verdict
from tests.support.cardboard import WON
from tests.support.engine.reported import OWN, RESULT, TOLD, cards, made


def refused(code: str) -> "pytest.RaisesExc[BadResult]":
    return pytest.raises(BadResult, check=lambda error: error.code == code)


def judged(told: ReportedDiscard = TOLD, result: CardboardResult = RESULT) -> Judged:
    return judge_discard(VINAGAMES, result, told)


def test_it_is_judged_by_what_judges_discards_on_screens():
    found = judged()
    seen = Counter(TOLD.dead)
    for public in TOLD.public:
        seen.update(card for one in public for card in one.cards)
    assert found.verdict == verdict(
        block_of(TOLD.hand), [seen[card] for card in CARDS], stock_at_limit=False
    )
    assert found.penalty is (TOLD.discard not in found.verdict.worst) and not found.opening
    assert found.stock == 29  # 31 were dealt to it (§1.4), and two are dead


def test_a_worst_card_is_safe_and_another_pays():
    penalties = {}
    for card in judged().verdict.discards:
        # The same hand with a winner who waited for that card.
        waited = replace(
            RESULT, sets=made(*WON[:-1], f"pair {CARD_NAMES[card]} {CARD_NAMES[card]}")
        )
        penalties[card] = judged(replace(TOLD, discard=card), waited).penalty
    usefulness = dict(judged().verdict.usefulness)
    assert {True, False} == set(penalties.values())
    assert all(
        paid is (usefulness[card] < max(usefulness.values())) for card, paid in penalties.items()
    )


def test_at_the_limit_of_the_stock_every_discard_is_safe():
    dead = cards("Kr Kr Kr Kr Gw Gw Gw Rg Rg Rg Rg Nr Nr Nr Nr Ky Ky Ky Cy Cy Cy Cy Pw Pw")
    found = judged(replace(TOLD, dead=dead))
    assert (found.stock, found.penalty) == (7, False)
    with refused("discard.dead-too-many"):
        judged(replace(TOLD, dead=(*dead, parse_card("Mg"))))


def test_the_opening_discard_is_exempt():
    hand = cards("Mr Gy Cw Rw Pw Pw Ng Ng Kg Gg Gg Gg Ry Ry Ry Mw Mw Mw Ky Gy My")
    told = replace(TOLD, hand=hand, public=((), (), (), ()), dead=())
    found = judged(told)
    assert found.opening and not found.penalty
    for wrong in (
        replace(told, dead=cards("Kr")),
        replace(told, public=((), (), made("king Kr"), ())),
    ):
        with refused("discard.no-meld"):
            judged(wrong)


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"discard": parse_card("Gr")}, "discard.not-in-hand"),
        ({"hand": TOLD.hand[1:]}, "discard.hand"),
        ({"hand": (*TOLD.hand, parse_card("Kr"))}, "discard.hand"),
        ({"dead": cards("Rr")}, "cardboard.fifth-copy"),
        ({"dead": cards("Gg Gg")}, "cardboard.fifth-copy"),
        ({"seat": 1}, "cardboard.offender"),
        ({"seat": 4}, "cardboard.offender"),
        ({"public": (OWN, made("khui Nr Nr Nr Nr"), (), ())}, "discard.winners-sets"),
        ({"public": (OWN, (), made("pair Rg Rr"), ())}, "cardboard.no-set"),
        ({"public": (OWN, (), made("khap Rg Rg Rg"), ())}, "cardboard.no-set"),
        ({"public": (OWN, (), made("quan Rg Rg Rg Rg") * 6, ())}, "discard.face-up"),
    ],
)
def test_what_cannot_have_been_is_refused_by_name(wrong, code):
    with pytest.raises(BadResult) as caught:
        judged(replace(TOLD, **wrong))
    assert caught.value.code == code


def test_a_discard_that_is_no_trash_or_completed_nothing_is_refused():
    with refused("discard.completed-nothing"):
        judged(replace(TOLD, discard=parse_card("Cw")))
    result = replace(RESULT, sets=made(*WON[:-1], "pair Ng Ng"))
    with refused("discard.not-legal"):
        judged(replace(TOLD, discard=parse_card("Ng")), result)
    with refused("discard.nobody-won"):
        judged(result=CardboardResult(None))
    with refused("cardboard.no-penalty"):
        judge_discard(FOURSAC, RESULT, TOLD)


def test_khaps_that_the_others_show_count_among_the_copies():
    result = replace(RESULT, asides=((), (), (parse_aside("khap Ng"),), ()))
    with refused("cardboard.fifth-copy"):
        judged(result=result)


def test_a_position_that_contradicts_the_result_is_refused_by_name():
    """Kongs and khaps that the result pays for lie where the position tells them, and nowhere else (§9.2)."""

    def with_asides(*asides: tuple[str, ...]) -> CardboardResult:
        return replace(RESULT, asides=tuple(tuple(map(parse_aside, one)) for one in asides))

    def lay(*third: str) -> ReportedDiscard:
        return replace(TOLD, public=(OWN, made("khui Ny Ny Ny Ny"), made(*third), ()))

    for told, result in (
        (TOLD, with_asides((), (), ("khui Rg",), ())),  # nowhere
        (lay("khui Rg Rg Rg Rg"), RESULT),  # not paid for
        (lay("khui Rg Rg Rg Rg"), with_asides((), (), (), ("khui Rg",))),  # of another seat
        (lay("khui Rg Rg Rg Rg"), with_asides((), (), ("quan Rg",), ())),  # of another kind
    ):
        with refused("discard.kong"):
            judged(told, result)
    for told, result in (
        (TOLD, with_asides((), (), ("khui",), ())),
        (lay("khui Rg Rg Rg Rg", "khui Rw Rw Rw Rw"), with_asides((), (), ("khui",), ())),
    ):
        with refused("discard.kongs"):
            judged(told, result)
    with refused("discard.khap"):
        judged(result=with_asides(("khap Ng",), (), (), ()))
    assert judged(lay("khui Rg Rg Rg Rg"), with_asides((), (), ("khui Rg",), ()))
    assert judged(lay("khui Rg Rg Rg Rg"), with_asides((), (), ("khui",), ()))
