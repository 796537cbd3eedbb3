"""What a replay says of a discard that was not even trash, which some houses allow (§13.9, §13.13)."""

from types import SimpleNamespace
from typing import Any

import pytest

from games.engine.recording.notation import parse_card
from replays.presenters.verdict import review_box
from replays.queries.replay import JudgedCard, Review

PLAYED: Any = SimpleNamespace(
    ending=SimpleNamespace(original=SimpleNamespace(offender=0)),
    result=SimpleNamespace(winner=2),
    players=range(4),
    is_open=True,
)


@pytest.mark.parametrize("at_limit", [False, True])
@pytest.mark.parametrize(("card", "kept"), [("Ng", True), ("Rw", False)])
def test_a_discard_from_a_set_is_told_apart_from_a_trash_card(card, kept, at_limit):
    trash = [(parse_card("Gw"), 38), (parse_card("Rw"), 38)]
    rows = tuple(JudgedCard(one, hope, True, one == parse_card(card)) for one, hope in trash)
    review = Review(
        seat=0,
        card=parse_card(card),
        rows=rows,
        most=38,
        safe=not kept,
        opening=False,
        at_limit=at_limit,
        completed=2,
        hopes=(),
    )
    frame: Any = SimpleNamespace(review=review)
    box = review_box(PLAYED, frame, ("An", "Bình", "Chi", "Dung"), (), paid=kept)
    assert box is not None and review.is_kept is kept
    said = " ".join(box.sentences)
    assert ("only trash is safe" in said) is kept
    assert ("every trash card was safe" in said) is (at_limit and not kept)
    assert ("pays for all the losers" in said) is kept
