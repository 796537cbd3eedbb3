"""The secrets of draws, encrypted; the secret of each draw is bound to them beforehand."""

from __future__ import annotations

from collections.abc import Iterable

from games.infrastructure.encryption import decrypt, encrypt
from tournaments.engine.draws.commitment import back
from tournaments.engine.duplicate import link_of, root_of
from tournaments.models import DrawSecret
from tournaments.schema import stream_of


def keep_draw_secret(tournament_id: int, secret: str) -> None:
    """Store the secret of the last committed draw, encrypted, while the tournament may draw."""
    encrypted = encrypt(secret, of=_draw_of(tournament_id))
    DrawSecret.objects.create(tournament_id=tournament_id, encrypted=encrypted)


def draw_secret(tournament_id: int, *, draw: int, draws: int) -> str | None:
    """Return the secret of draw number `draw` out of `draws`, for that draw alone; None if it cannot be read."""
    last = _last_secret(tournament_id)
    return back(last, draws - draw) if last and 0 < draw <= draws else None


def deal_links(tournament_id: int, places: Iterable[int]) -> list[str] | None:
    """Return the links at these places of a duplicate's chain of deals, for its tables only.

    None if they cannot be read.
    """
    last = _last_secret(tournament_id)
    return [link_of(root_of(last), place) for place in places] if last else None


def _last_secret(tournament_id: int) -> str | None:
    rows = DrawSecret.objects.filter(tournament_id=tournament_id)
    encrypted = rows.values_list("encrypted", flat=True).first()
    return decrypt(encrypted, of=_draw_of(tournament_id)) if encrypted else None


def _draw_of(tournament_id: int) -> str:
    return f"draw of {stream_of(tournament_id)}"
