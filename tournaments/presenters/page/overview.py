"""The pages of tournaments, read from database rows, so that long event streams do not make them slower."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import zip_longest
from typing import Final

from django.db.models import Count, QuerySet
from django.utils import timezone

from games.engine.disputing.periods import HELD
from games.ledger.accounts import member_account, pot_account
from games.ledger.queries import balance
from games.models import Player
from games.presenters.club.acts import ShownAct, told_acts
from games.queries.signatures import court_acts
from tournaments import queries
from tournaments.engine.participants import member_label
from tournaments.engine.scoring.prizes import place_prizes
from tournaments.engine.table_sizes import Sizes
from tournaments.models import Entry, RoundTable, Tournament
from tournaments.presenters.log.signature_words import WaitingCorrection, waiting_corrections
from tournaments.presenters.page.clock import TimeLine, time_lines
from tournaments.presenters.page.corrections import (
    Correction,
    ShownCorrection,
    changes,
    corrections,
)
from tournaments.presenters.page.drawn_tables import (
    DrawnTable,
    Entrant,
    OwnSeat,
    club_tables,
    drawn_tables,
    first_sizes,
    left_alone,
    own_seat,
    shut_tables,
    sits_out,
    table_rows,
)
from tournaments.presenters.page.duplicate import compared_deals
from tournaments.presenters.page.groups import GroupLines, groups_of
from tournaments.presenters.page.standing_lines import StandingLine, standings_of
from tournaments.schema import stream_of

LEFT: Final = (Entry.Status.WITHDREW, Entry.Status.REMOVED)
MANY: Final = 40
"""Members above which what is the same for everybody is rendered once for all; their own lines stand before it."""


@dataclass(frozen=True)
class TournamentPage:
    """A tournament as one viewer sees it. Long lists are read on demand."""

    row: Tournament
    viewer: Player | None
    mine: str
    """The viewer's label, empty for a stranger."""
    entry: Entry | None
    """The viewer's."""
    entered_by: str
    """The director who entered the viewer; empty for who entered without help, and for who has not."""
    prizes: tuple[tuple[int, int, int, int], ...]
    """Place, fixed chips, share in percent, and chips if it ended with these entrants and no place were shared."""
    rounds: tuple[int, ...]
    """The rounds that are drawn."""
    shown_round: int
    """The round whose tables are listed, 0 before the start."""
    sizes: Sizes
    """How the first round would sit."""
    opening: int
    """How many drawn tables the workers have yet to open."""
    not_here: int
    """How many have yet to check in, where that is asked, before the start."""
    admitted: bool
    """Whether the terms let the viewer enter, who may be a stranger yet."""
    comes_in: bool
    """Whether the viewer may come into it yet: who announced it may not once it runs (§10.8)."""

    @property
    def etag(self) -> str:
        """Return the ETag of the page's content, which polling browsers send back."""
        return queries.live_etag(self.row.version, self.opening, self.in_court)

    @property
    def playing(self) -> bool:
        """Return whether a round is being played."""
        row = self.row
        return row.status == Tournament.Status.RUNNING and row.rounds_drawn > row.rounds_closed

    @property
    def marks_cards(self) -> bool:
        """Return whether a director may set tables to real cards, in the current round or the next."""
        return not self.row.duplicate and bool(self.playing or self.next_round)

    @property
    def next_round(self) -> int:
        """Return the number of the next round to be drawn, 0 if there is none."""
        row = self.row
        going = row.status in (Tournament.Status.OPEN, Tournament.Status.RUNNING)
        return row.rounds_drawn + 1 if going and row.rounds_drawn < row.terms.rounds else 0

    @property
    def late_round(self) -> int:
        """Return the first round that a late entrant would play, 0 if nobody may enter."""
        running = self.row.status == Tournament.Status.RUNNING
        return self.next_round if running and self.next_round <= self.row.terms.late_until else 0

    @property
    def plays_from(self) -> int:
        """Return the next round if the viewer waits for it without a seat; otherwise 0."""
        waits = self.entry is not None and self.entry.status == Entry.Status.PLAYS
        running = self.row.status == Tournament.Status.RUNNING
        return self.next_round if running and waits and self.my_seat is None else 0

    @property
    def has_left(self) -> bool:
        """Return whether the viewer has withdrawn after the start or was removed."""
        return self.entry is not None and self.entry.status in LEFT

    @property
    def can_close(self) -> bool:
        """Return whether every round is over and the tournament waits for nothing but its closing."""
        return (
            self.row.status == Tournament.Status.RUNNING
            and self.row.rounds_closed == self.row.terms.rounds
            and not self.row.terms.appeal_minutes
        )

    @cached_property
    def in_court(self) -> queries.PendingRulings:
        """Return the pending rulings, as everyone may read them."""
        return queries.pending_rulings(self.row)

    @property
    def waiting_besides(self) -> list[queries.NamedDeal]:
        """Return the deals that await a ruling and are not already listed as holding the prizes."""
        named = {*self.holding, *(one.deal for one in self.in_court.contradicted)}
        return [deal for deal in self.in_court.waiting if deal not in named]

    @property
    def contradicted(self) -> list[queries.Contradicted]:
        """Return the contradicted results with real cards that are not already listed as holding the prizes."""
        holding = self.holding
        return [one for one in self.in_court.contradicted if one.deal not in holding]

    @property
    def holding(self) -> list[queries.NamedDeal]:
        """Return the deals that hold the prizes, since they were disputed in time; the oldest first."""
        row = self.row
        if row.appeal_until is None or row.status != Tournament.Status.RUNNING:
            return []
        return self.in_court.filed_by(row.appeal_until)

    @property
    def unsigned(self) -> list[tuple[int, str]]:
        """Return the deals whose ruling awaits a second signature: each one's id and the name of its table."""
        return [(deal.id, deal.table) for deal in self.in_court.unsigned]

    @cached_property
    def court(self) -> tuple[ShownAct, ...]:
        """Return the history of disputes on screens: rulings, appeals, signatures, the oldest first."""
        return told_acts(court_acts(stream_of(self.row.pk)), self.viewer)

    @property
    def held_until(self) -> datetime | None:
        """Return until when disputes can hold the prizes at most; None if there is no time to appeal."""
        return None if self.row.appeal_until is None else self.row.appeal_until + HELD

    @cached_property
    def unvouched(self) -> list[queries.NamedDeal]:
        """Return the results with real cards that hold the prizes since only one seat confirmed them."""
        return queries.unvouched_deals(self.row)

    @cached_property
    def chips(self) -> int:
        """Return the viewer's chips; 0 for a stranger."""
        return 0 if self.viewer is None else balance(member_account(self.viewer.pk))

    @cached_property
    def pot(self) -> int:
        """Return what the pot holds now, by the ledger."""
        return balance(pot_account(self.row.pk))

    @property
    def too_few_chips(self) -> bool:
        """Return whether the viewer has too few chips for the fee; members in debt can enter if there is none."""
        return self.row.own_fee > max(0, self.chips)

    @property
    def large(self) -> bool:
        """Return whether the tournament is so large that the viewer's own line and table are shown first."""
        return self.row.entrants > MANY

    @property
    def times(self) -> tuple[TimeLine, ...]:
        """Return the sentences about breaks, the round's clock and the end of check-in."""
        return time_lines(self.row, now=timezone.now())

    @property
    def may_check_in(self) -> bool:
        """Return whether the viewer has entered and can check in now."""
        here = self.entry is None or self.entry.checked_in
        return not here and self.row.takes_check_in(timezone.now())

    @cached_property
    def entrants(self) -> tuple[Entrant, ...]:
        """Return the members who have entered, in order of entry."""
        return tuple(
            Entrant(
                entry.player.shown_name,
                member_label(entry.player_id) == self.mine,
                entry.status == Entry.Status.ABSENT,
                entry.checked_in,
            )
            for entry in entries_of(self.row)
        )

    @cached_property
    def not_here_names(self) -> tuple[str, ...]:
        """Return the names of members who still have to check in; empty after the start."""
        if not self.not_here:
            return ()
        rows = entries_of(self.row).filter(status=Entry.Status.PLAYS, checked_in=False)
        return tuple(entry.player.shown_name for entry in rows)

    @property
    def late_entry_over(self) -> bool:
        """Return whether late entry was possible and no longer is."""
        return self.row.terms.late_until > 1 and self.row.rounds_drawn >= self.row.terms.late_until

    @cached_property
    def left_out(self) -> tuple[str, ...]:
        """Return the names of those left out at the start for not checking in."""
        if not self.row.check_in:
            return ()
        rows = Entry.objects.filter(tournament=self.row, status=Entry.Status.LEFT_OUT)
        return tuple(entry.player.shown_name for entry in rows.select_related("player"))

    @cached_property
    def standings(self) -> tuple[StandingLine, ...]:
        """Return all lines of the standings; the viewer's is marked, except in a large tournament."""
        return standings_of(self.row, "" if self.large else self.mine)

    @cached_property
    def own_line(self) -> tuple[StandingLine, ...]:
        """Return the viewer's line in a large tournament, which shows it first; otherwise empty."""
        return standings_of(self.row, self.mine, alone=True) if self.large and self.mine else ()

    @cached_property
    def tables(self) -> tuple[DrawnTable, ...]:
        """Return the tables of the shown round, the viewer's marked and first, except in a large tournament."""
        drawn = drawn_tables(self._drawn, "" if self.large else self.mine, self._shut)
        return tuple(sorted(drawn, key=lambda table: not table.mine))

    @cached_property
    def own_table(self) -> tuple[DrawnTable, ...]:
        """Return the viewer's table in a large tournament, which shows it first; otherwise empty."""
        if not (self.large and self.mine):
            return ()
        own = [one for one in self._drawn if self.mine in (*one.seats, *one.holders)]
        return drawn_tables(own, self.mine, self._shut)

    @cached_property
    def _shut(self) -> set[int]:
        """Return the ids of the club tables in play that the viewer may not watch.

        A large tournament has the same list for all viewers; there these are the tables that nobody may watch.
        """
        if self.shown_round <= self.row.rounds_closed:
            return set()
        if self.large:
            return club_tables(self._drawn) if self.row.duplicate else set()
        return shut_tables(self._drawn, self.viewer)

    @cached_property
    def out(self) -> tuple[str, ...]:
        """Return the names of those who sit out the shown round by turns."""
        return sits_out(self.row, self.shown_round)

    @property
    def left_alone(self) -> bool:
        """Return whether the next round is not drawn automatically because too few members are left."""
        return self.sizes.tables < 2 and not self.playing and left_alone(self.row, self.next_round)

    @cached_property
    def compared(self) -> tuple[int, ...]:
        """Return the numbers of the shown round's deals that can be compared; empty unless it is a duplicate."""
        return compared_deals(self.row, self.shown_round) if self.row.duplicate else ()

    @cached_property
    def groups(self) -> tuple[GroupLines, ...]:
        """Return the standings of each group; empty in another format, or before the first draw."""
        if self.row.terms.format != Tournament.Format.GROUPS or not self.row.rounds_drawn:
            return ()
        return groups_of(self.row.pk)

    @property
    def in_final(self) -> bool:
        """Return whether the final is drawn."""
        return any(line.finalist for group in self.groups for line in group.lines)

    @property
    def group_rounds(self) -> int:
        """Return how many rounds are played in groups."""
        return self.row.terms.rounds - self.row.terms.final_rounds

    @cached_property
    def corrections(self) -> tuple[Correction, ...]:
        """Return what corrections have changed in the prizes since the closing; empty before."""
        return corrections(self.row.pk) if self.row.status == Tournament.Status.CLOSED else ()

    @cached_property
    def changes(self) -> tuple[ShownCorrection, ...]:
        """Return corrections by directors and referees, without those awaiting a second person."""
        if not self.row.corrections:
            return ()
        return changes(self.row.pk, self.viewer, waiting={one.number for one in self.waiting})

    @cached_property
    def waiting(self) -> tuple[WaitingCorrection, ...]:
        """Return corrections that wait for a second person."""
        return waiting_corrections(self.row.pk, self.viewer) if self.row.corrections else ()

    @cached_property
    def my_seat(self) -> OwnSeat | None:
        """Return the viewer's seat in the current round; None without one."""
        if not self.mine or self.has_left or self.row.status != Tournament.Status.RUNNING:
            return None
        return own_seat(self._latest, self.mine) if self.playing else None

    @cached_property
    def _drawn(self) -> list[RoundTable]:
        """Return the tables of the shown round."""
        shown = self.shown_round
        return self._latest if shown == self.row.rounds_drawn else table_rows(self.row, shown)

    @cached_property
    def _latest(self) -> list[RoundTable]:
        """Return the tables of the newest round."""
        return table_rows(self.row, self.row.rounds_drawn)


def tournament_page(
    tournament_id: int, viewer: Player | None, *, round_number: int | None = None
) -> TournamentPage:
    """Return the page of a tournament with the tables of one round, by default the latest.

    Raises Refused("tournament.unknown").
    """
    row = queries.get_tournament(tournament_id)
    mine = member_label(viewer.pk) if viewer is not None else ""
    entry = queries.entry_of(row.pk, viewer.pk) if viewer is not None else None
    rounds = tuple(range(1, row.rounds_drawn + 1))
    counted = Entry.objects.filter(tournament=row).order_by().values_list("status", "checked_in")
    by_status, not_here = Counter[str](), 0
    for status, here, count in counted.annotate(Count("pk")):
        by_status[status] += count
        if status == Entry.Status.PLAYS and not here and row.check_in and not row.rounds_drawn:
            not_here += count
    staying = row.entrants - sum(by_status[status] for status in LEFT)
    amounts = place_prizes(row.pot, row.terms.prize_shares, staying, row.terms.prize_sums)
    return TournamentPage(
        row=row,
        viewer=viewer,
        mine=mine,
        entry=entry,
        entered_by=str(entry.entered_by or "") if entry and entry.entered_by != viewer else "",
        prizes=tuple(
            (place, fixed, share, amounts[place - 1] if place <= len(amounts) else 0)
            for place, (fixed, share) in enumerate(
                zip_longest(row.terms.prize_sums, row.terms.prize_shares, fillvalue=0), 1
            )
        ),
        rounds=rounds,
        shown_round=round_number if round_number in rounds else row.rounds_drawn,
        sizes=first_sizes(row, by_status[Entry.Status.PLAYS] - not_here),
        not_here=not_here,
        opening=queries.unopened(row.pk),
        admitted=viewer is None
        or row.terms.admits == Tournament.Admits.MEMBERS
        or queries.is_invited(row.pk, viewer.pk),
        comes_in=viewer is None
        or row.status == Tournament.Status.OPEN
        or row.director_id != viewer.pk,
    )


def entries_of(row: Tournament) -> QuerySet[Entry]:
    """Return the current entries, with their players, in order of entry."""
    rows = Entry.objects.filter(tournament=row).exclude(status__in=Entry.NO_ENTRY)
    return rows.select_related("player")
