"""Stores the secrets of draws, encrypted. Each secret is committed to before its draw."""

from __future__ import annotations

from collections.abc import Iterable

from games.infrastructure.encryption import decrypt, encrypt
from tournaments.engine.draws.commitment import back
from tournaments.engine.duplicate import link_of, root_of
from tournaments.models import DrawSecret
from tournaments.schema import stream_of


def keep_draw_secret(tournament_id: int, secret: str) -> None:
    """Store, encrypted, the secret of a tournament's last committed draw.

    The secrets of earlier draws follow from it. The stored secret is erased when the tournament is over.
    """
    encrypted = encrypt(secret, of=_draw_of(tournament_id))
    DrawSecret.objects.create(tournament_id=tournament_id, encrypted=encrypted)


def draw_secret(tournament_id: int, *, draw: int, draws: int) -> str | None:
    """Return the secret of draw number `draw`, of `draws` to which the tournament has committed.

    It is None without such a draw, or if it cannot be read.
    """
    last = _last_secret(tournament_id)
    return back(last, draws - draw) if last and 0 < draw <= draws else None


def deal_links(tournament_id: int, places: Iterable[int]) -> list[str] | None:
    """Return the links at these places of a duplicate's chain of deals; None if they cannot be read.

    They may be used only for the tables of that duplicate.
    """
    last = _last_secret(tournament_id)
    return [link_of(root_of(last), place) for place in places] if last else None


def _last_secret(tournament_id: int) -> str | None:
    rows = DrawSecret.objects.filter(tournament_id=tournament_id)
    encrypted = rows.values_list("encrypted", flat=True).first()
    return decrypt(encrypted, of=_draw_of(tournament_id)) if encrypted else None


def _draw_of(tournament_id: int) -> str:
    return f"draw of {stream_of(tournament_id)}"
