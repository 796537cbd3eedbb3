"""Private blocks for Hypothesis."""

from hypothesis import strategies as st

from games.engine.cards import CARDS, Card


def _dealt(drawn: list[Card]) -> tuple[Card, ...]:
    """Return the cards without the fourth copy of any: a quan lies in the public block (§3.2)."""
    kept: list[Card] = []
    for card in drawn:
        if kept.count(card) < 3:
            kept.append(card)
    return tuple(kept)


def private_cards() -> st.SearchStrategy[tuple[Card, ...]]:
    """Private cards of a seat, up to 21, from few kinds or many, so that sets are common."""
    kinds = st.lists(st.sampled_from(CARDS), min_size=1, max_size=14, unique=True)
    return kinds.flatmap(lambda chosen: st.lists(st.sampled_from(chosen), max_size=21).map(_dealt))
