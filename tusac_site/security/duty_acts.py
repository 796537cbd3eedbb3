"""Lists the acts that need a duty although they are done at addresses for members.

Pages and API require the second factor by this one list. For example, a member who sat in a deal files a dispute at
the same address as a director who did not. Only the director needs the duty for that, and so the second factor.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from django.http import QueryDict

from games.errors import Refused
from games.models import Call, Player, Table
from games.queries import seat_of, seated_at
from replays.models import Note
from tournaments.queries.sitting import has_seat

Place = Mapping[str, Any]
"""What the address says: `table_id`, `deal_id` …"""


class DutyAct(NamedTuple):
    """An act that only a duty allows, with the addresses where it is done."""

    pages: tuple[str, ...]
    """Names of pages."""
    sends: tuple[str, str | None] | None = None
    """The field of the page's form by which it is known, and what the field says (None for anything)."""
    programs: tuple[tuple[str, str], ...] = ()
    """Names of addresses of the API, each with its method."""
    is_of_duty: Callable[[Player, Place, QueryDict], bool] | None = None
    """Whether the player needs a duty for it; None where everybody does."""


def _has_no_seat_at_real_cards(player: Player, place: Place, _form: QueryDict) -> bool:
    table = (place["round_number"], place["number"]) if "round_number" in place else None
    return not has_seat(place["tournament_id"], player, deal_id=place.get("deal_id"), table=table)


def _has_no_seat_in_the_deal(player: Player, place: Place, _form: QueryDict) -> bool:
    return player.is_director and seat_of(place["deal_id"], player) is None


def _has_no_seat_at_the_table(player: Player, place: Place, form: QueryDict) -> bool:
    return "off" not in form and player.pk not in seated_at(place["table_id"])


def _is_anothers_call(player: Player, place: Place, _form: QueryDict) -> bool:
    called = Call.objects.filter(table__pk=place["table_id"], ended_at__isnull=True)
    return called.exclude(player=player).exists()


def _is_anothers_note(player: Player, place: Place, form: QueryDict) -> bool:
    number = str(place.get("number", form.get("remove", "")))
    own = Note.objects.filter(deal__pk=place["deal_id"], by=player)
    return not any(number == str(pk) for pk in own.values_list("pk", flat=True))


def _is_anothers_table(player: Player, place: Place, _form: QueryDict) -> bool:
    opened = Table.objects.filter(pk=place["table_id"]).exclude(opened_by=player)
    return opened.exists() and set(seated_at(place["table_id"])) != {player.pk}


DUTY_ACTS: Final[dict[str, DutyAct]] = {
    "close a round": DutyAct(
        ("table-result",), ("act", "round"), (("tournaments_api:round-end", "POST"),)
    ),
    "speak for a table of real cards": DutyAct(
        ("table-result", "told-discard"),
        programs=tuple(
            (f"tournaments_api:table-{name}", "POST") for name in ("digits", "result", "dispute")
        ),
        is_of_duty=_has_no_seat_at_real_cards,
    ),
    "add a photograph": DutyAct(
        ("deal-photographs",),
        programs=(("tournaments_api:table-photographs", "POST"),),
        is_of_duty=_has_no_seat_at_real_cards,
    ),
    "remove a photograph": DutyAct(
        ("deal-photographs",),
        ("act", "remove"),
        (("tournaments_api:table-photographs-one-removal", "POST"),),
    ),
    "file a dispute": DutyAct(
        ("replay-dispute",),
        programs=(("replays_api:deal-disputes", "POST"),),
        is_of_duty=_has_no_seat_in_the_deal,
    ),
    "call a referee": DutyAct(
        ("call",),
        programs=(("games_api:table-call", "POST"),),
        is_of_duty=_has_no_seat_at_the_table,
    ),
    "call another's referee off": DutyAct(
        ("call",),
        ("off", None),
        (("games_api:table-call", "DELETE"),),
        _is_anothers_call,
    ),
    "choose the pace of another's table": DutyAct(
        ("pace",),
        programs=(("games_api:table-pace", "POST"),),
        is_of_duty=_is_anothers_table,
    ),
    "store records": DutyAct(("records",), ("step", "store")),
    "remove another's note": DutyAct(
        ("replay-notes",),
        ("remove", None),
        (("replays_api:deal-note-removal", "POST"),),
        _is_anothers_note,
    ),
    "remove a collection": DutyAct(("collection",), ("remove", None)),
}
"""Each act by what it does."""
PAGES: Final = frozenset(name for act in DUTY_ACTS.values() for name in act.pages)
"""Pages on which some of them are done."""


def needs_duty_on_page(name: str, player: Player, place: Place, form: QueryDict) -> bool:
    """Return whether the player's request to this page is an act that only a duty allows."""
    return any(
        name in act.pages and _is_sent(act, form) and _needs_duty(act, player, place, form)
        for act in DUTY_ACTS.values()
    )


def needs_duty_by_api(name: str, method: str, player: Player, place: Place) -> bool:
    """Return whether the player's request to the API is an act that only a duty allows.

    `games.api.scopes` calls this by its name in the settings, `TUSAC_DUTY_ACTS`.
    """
    return any(
        (name, method) in act.programs and _needs_duty(act, player, place, QueryDict())
        for act in DUTY_ACTS.values()
    )


def _is_sent(act: DutyAct, form: QueryDict) -> bool:
    if act.sends is None:
        return True
    field, says = act.sends
    said = form.getlist(field)
    return bool(said) if says is None else says in said


def _needs_duty(act: DutyAct, player: Player, place: Place, form: QueryDict) -> bool:
    if act.is_of_duty is None:
        return True
    try:
        return act.is_of_duty(player, place, form)
    except Refused:  # there is no such place: the view says so
        return False
