"""The bar of moves: what its buttons say, and which of them asks before it sends anything."""

from dataclasses import replace

import pytest
from django.template import Context

from games.engine.moves import Claim, ClaimKind, Hit, Move, Pass
from games.engine.rules import FOURSAC, MIEN_NAM, VINAGAMES
from games.engine.state import Phase
from games.presenters.play.actions import Action, bar
from games.presenters.play.selection import Selection
from games.templatetags.felt import places
from tests.support.felt import drawn, full_deal, full_table

WIN, KONG, TRIPLE = ClaimKind


def declining(*kinds: ClaimKind, pauses_tell: bool = False) -> Action:
    """Return the button that declines these claims."""
    shown = full_deal(FOURSAC, 4)
    moves: tuple[Move, ...] = (*(Claim(0, kind) for kind in kinds), Pass(0))
    shown = replace(shown, moves=moves, view=replace(shown.view, phase=Phase.CLAIMS))
    ((found,),) = (
        place
        for place in bar(shown, Selection(), pauses_tell=pauses_tell).places
        if place[0].name == "pass"
    )
    return found


@pytest.mark.parametrize(
    ("kinds", "words"),
    [
        ((WIN,), "You can win with this card. Do you really want to decline?"),
        ((WIN, KONG), "You can win with this card. Do you really want to decline?"),
        ((WIN, TRIPLE), "You can win with this card. Do you really want to decline?"),
        ((KONG,), "You can make a kong with this card. Do you really want to decline?"),
    ],
)
@pytest.mark.parametrize("pauses_tell", [False, True])
def test_declining_a_win_or_a_kong_asks_in_words(
    kinds: tuple[ClaimKind, ...], words: str, pauses_tell: bool
) -> None:
    assert declining(*kinds, pauses_tell=pauses_tell).question == words


def test_declining_a_triple_asks_only_where_its_pause_would_tell() -> None:
    assert declining(TRIPLE).question == ""
    assert (
        declining(TRIPLE, pauses_tell=True).question == "Do you really want to decline this card?"
    )


def test_nothing_but_declining_asks() -> None:
    shown = full_deal(FOURSAC, 4)
    claims = (Claim(0, WIN), Claim(0, TRIPLE), Pass(0))
    in_window = replace(shown, moves=claims, view=replace(shown.view, phase=Phase.CLAIMS))
    turn = replace(shown, moves=(Hit(0), Pass(0)))
    for deal in (in_window, turn, full_deal(VINAGAMES, 4), full_deal(VINAGAMES, 4, due="discard")):
        asking = [
            action.value
            for place in bar(deal, Selection(), pauses_tell=True).places
            for action in place
            if action.question
        ]
        assert asking == (["pass"] if deal is in_window else [])


def test_the_button_that_sends_stands_behind_the_question_of_one_state() -> None:
    html = str(places(Context(), [[declining(WIN)]]))
    before, _, behind = html.partition("</summary>")
    assert before.startswith('<span class="moves__place">')
    assert '<details class="ask ask--move" id="ask-pass-7-9">' in before
    assert "Decline" in before and 'value="pass"' not in before and "<button" not in before
    assert 'value="pass">Decline the win</button>' in behind


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("rules", "most"),
    [
        (VINAGAMES, 374),
        (FOURSAC, 121),
        (MIEN_NAM, 40),
        (replace(MIEN_NAM, key="A", pot=7), 47),
    ],
)
def test_13_17_the_menu_says_the_most_that_a_deal_can_cost(rules, most):
    assert f"a deal can cost at most {most} " in drawn(full_table(rules, 4))
