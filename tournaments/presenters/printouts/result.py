"""Builds the page with a tournament's result: dated, for the notice board, and as a message for a chat."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.translation import gettext as _

from games.common.addresses import only_this_machine, whole_address
from games.common.joints import listed
from games.presenters.amounts import in_unit, signed
from tournaments import queries
from tournaments.engine.cash.deciding import paid_prizes
from tournaments.models import Standing, Tournament
from tournaments.presenters.page.standing_lines import StandingLine, lines_of

MANY: Final = 28
"""Lines above which they are printed smaller, so that sixty members still fit on a sheet of A4."""


@dataclass(frozen=True)
class StandingsPrintout:
    """The standings without bots, final once the tournament is closed."""

    row: Tournament

    @property
    def final(self) -> bool:
        """Return whether the standings are final: the tournament is closed."""
        return self.row.status == Tournament.Status.CLOSED

    @property
    def many(self) -> bool:
        """Return whether there are so many lines that they are printed small."""
        return len(self.lines) > MANY

    @property
    def day(self) -> str:
        """Return the day on which the tournament started; empty before the start."""
        at = self.row.started_at
        return "" if at is None else date_format(timezone.localtime(at), "DATE_FORMAT")

    @property
    def heading(self) -> str:
        """Return the heading of the standings: the result, or the standings so far."""
        if self.final:
            return _("Final standings")
        closed = self.row.rounds_closed
        if not closed:
            return _("Standings so far")
        return _("Standings after round %(round)d of %(rounds)d") % {
            "round": closed,
            "rounds": self.row.terms.rounds,
        }

    @cached_property
    def lines(self) -> tuple[StandingLine, ...]:
        """Return the members' lines; members without a place come last."""
        if not self.row.rounds_drawn:
            return ()
        found = lines_of(list(Standing.objects.filter(tournament=self.row)), "")
        return tuple(line for line in found if not line.bot)

    @cached_property
    def prizes(self) -> tuple[int | None, ...]:
        """Return the prize of each line, from the pot or as paid out in cash; None where there is none."""
        if not self.final or self.row.shows_prizes:
            return tuple(line.row.prize for line in self.lines)
        if not self.row.terms.door_fee:
            return (None,) * len(self.lines)
        paid = paid_prizes(queries.current(self.row.pk).state)
        return tuple(None if line.player is None else paid.get(line.player) for line in self.lines)

    @property
    def shows_prizes(self) -> bool:
        """Return whether there is a prize to show."""
        return self.row.shows_prizes or any(self.prizes)

    @property
    def priced(self) -> tuple[tuple[StandingLine, int | None], ...]:
        """Return pairs of a line and its prize, None for no prize."""
        return tuple(zip(self.lines, self.prizes, strict=True))

    @property
    def message(self) -> str:
        """Return the result as plain text, with a link that other devices can open."""
        head = listed((self.row.name, self.day)) if self.day else self.row.name
        lines = [head, self.heading, "", *(self._in_chat(*one) for one in self.priced), ""]
        lines.append(_("Director: %(name)s") % {"name": self.row.director.shown_name})
        if not only_this_machine():
            lines.append(whole_address(reverse("tournament", args=[self.row.pk])))
        return "\n".join(lines)

    @property
    def frame(self) -> str:
        """Return the HTML that embeds the standings in another site's page."""
        address = whole_address(reverse("embedded-standings", args=[self.row.pk]))
        return format_html(
            '<iframe src="{}" title="{}" width="100%" height="600" loading="lazy" style="border:0"></iframe>',
            address,
            self.row.name,
        )

    def _in_chat(self, line: StandingLine, prize: int | None) -> str:
        row = line.row
        said = f"{row.place}. " if row.place else "– "
        said += f"{line.name}  {signed(row.score)}"
        if self.shows_prizes and prize:
            said += "  " + _("(prize: %(sum)s)") % {"sum": in_unit(prize)}
        return said


def result_page(tournament_id: int) -> StandingsPrintout:
    """Return the result as everybody sees it. Raises Refused("tournament.unknown")."""
    return StandingsPrintout(queries.get_tournament(tournament_id))
