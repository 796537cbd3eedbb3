"""The events of a tournament in words: one sentence for each class of event, in `SENTENCES`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.presenters.cards import listed
from games.queries.participants import names_of
from games.templatetags.amounts import signed
from tournaments import queries
from tournaments.engine import events as ev
from tournaments.engine.participants import member_label
from tournaments.engine.state import TournamentState


class Scene:
    """What a sentence may ask: the tournament before the event, and names."""

    def __init__(self, before: TournamentState | None, names: dict[str, str]) -> None:
        """`names` are those that are read already, by label."""
        self.before = before
        self._names = names

    def name(self, label: str) -> str:
        """The name on screen of a participant."""
        if label not in self._names:
            (self._names[label],) = names_of([label])
        return self._names[label]

    def member(self, player: int) -> str:
        """The name on screen of a member."""
        return self.name(member_label(player))

    def seats(self, round_number: int, table: int) -> ev.Table:
        """Who sits at a table."""
        assert self.before is not None
        return self.before.rounds[round_number - 1].tables[table - 1].seats


Sentence = Callable[[Any, Scene], str]


def event_words(event: ev.TournamentEvent, scene: Scene) -> str:
    """What happened, in a sentence."""
    return SENTENCES[type(event)](event, scene)


def details(event: ev.TournamentEvent, scene: Scene) -> tuple[str, ...]:
    """What belongs to an event and is too long for a sentence: each table of a draw."""
    if not isinstance(event, ev.RoundDrawn):
        return ()
    return tuple(
        _("Table %(number)s") % {"number": number} + ": " + listed(map(scene.name, seats))
        for number, seats in enumerate(event.tables, 1)
    )


def ruling_name(ruling: int) -> str:
    """What a ruling is called: by its section and its deal."""
    source = queries.ruling_source(ruling)
    if source is None:
        return _("A ruling")
    facts = {"section": source.section, "deal": source.deal_id}
    if not source.section:
        return _("The withdrawal of a ruling on deal %(deal)d") % facts
    return _("The ruling by %(section)s on deal %(deal)d") % facts


def amounts(changes: Iterable[ev.PlayerAmount], scene: Scene) -> str:
    """Who gets how many chips more, and who fewer."""
    return listed(f"{scene.member(one.player)} {signed(one.amount)}" for one in changes)


def _created(event: ev.TournamentCreated, _scene: Scene) -> str:
    return _(
        "The tournament was announced: %(name)s. Rounds: %(rounds)d, deals in a round: %(deals)d, entry fee: %(fee)d."
    ) % {
        "name": event.name,
        "rounds": event.rounds,
        "deals": event.deals_per_round,
        "fee": event.entry_fee,
    }


def _described(_event: ev.TournamentDescribed, _scene: Scene) -> str:
    return _("The day or the description was set.")


def _members_entered(event: ev.MembersEntered, scene: Scene) -> str:
    names = listed(scene.member(player) for player in event.players)
    return _("A director entered from a list: %(names)s.") % {"names": names}


def _committed(_event: ev.DrawCommitted, _scene: Scene) -> str:
    return _("The draws were bound to a secret number, which the start publishes.")


_OF_MEMBERS: Final[dict[type[ev.TournamentEvent], str]] = {
    ev.MemberEntered: gettext_noop("%(name)s entered."),
    ev.MemberWithdrew: gettext_noop("%(name)s withdrew."),
    ev.MemberCheckedIn: gettext_noop("%(name)s is there."),
    ev.MemberLeftOut: gettext_noop("%(name)s had not checked in, and gets the entry fee back."),
    ev.MemberLeft: gettext_noop("%(name)s withdrew; no further round is drawn with them."),
    ev.MemberReturned: gettext_noop("%(name)s plays again from the next draw."),
    ev.AbsenceAnnounced: gettext_noop("%(name)s sits out round %(round)d."),
    ev.AbsenceTakenBack: gettext_noop("%(name)s plays round %(round)d after all."),
}


def _of_member(event: Any, scene: Scene) -> str:
    facts = {"name": scene.member(event.player), "round": getattr(event, "round", 0)}
    return _(_OF_MEMBERS[type(event)]) % facts


def _removed(event: ev.MemberRemoved, scene: Scene) -> str:
    facts = {"name": scene.member(event.player), "reason": event.reason}
    return _("%(name)s was removed: %(reason)s") % facts


def _started(_event: ev.TournamentStarted, _scene: Scene) -> str:
    # The page of the draws shows the seed, with what it was bound to.
    return _("The entries were closed, and the tournament began.")


def _drawn(event: ev.RoundDrawn, _scene: Scene) -> str:
    facts = {"round": event.number, "tables": len(event.tables)}
    return _("Round %(round)d was drawn. Tables: %(tables)d.") % facts


def _place(event: ev.TableDealScored | ev.DealRescored) -> str:
    facts = {"round": event.round, "table": event.table, "deal": event.deal_number}
    return _("Round %(round)d, table %(table)d, deal %(deal)d") % facts


def _nets(event: ev.TableDealScored | ev.DealRescored, scene: Scene) -> str:
    seats = scene.seats(event.round, event.table)
    return listed(
        f"{scene.name(label)} {signed(net)}" for label, net in zip(seats, event.net, strict=True)
    )


def _penalty(event: ev.TableDealScored | ev.DealRescored, scene: Scene) -> str:
    if event.penalised is None:
        return ""
    name = scene.name(scene.seats(event.round, event.table)[event.penalised])
    return " " + _("%(name)s paid the penalty.") % {"name": name}


def _scored(event: ev.TableDealScored, scene: Scene) -> str:
    place = _place(event)
    if event.winner is None:
        return _("%(place)s: nobody won.") % {"place": place}
    facts = {
        "place": place,
        "name": scene.name(scene.seats(event.round, event.table)[event.winner]),
        "points": event.points,
        "nets": _nets(event, scene),
    }
    said = _("%(place)s: %(name)s won, points of the hand: %(points)d (%(nets)s).") % facts
    return said + _penalty(event, scene)


def _rescored(event: ev.DealRescored, scene: Scene) -> str:
    facts = {
        "ruling": ruling_name(event.ruling),
        "place": _place(event),
        "nets": _nets(event, scene),
    }
    said = _("%(ruling)s counts. %(place)s now: %(nets)s.") % facts
    return said + _penalty(event, scene)


def _round_closed(event: ev.RoundClosed, _scene: Scene) -> str:
    return _("Round %(round)d was over.") % {"round": event.number}


def _closed(event: ev.TournamentClosed, scene: Scene) -> str:
    said = _("The tournament was closed, and the standings became final.")
    paid = listed(
        f"{scene.name(row.standing.participant)} {row.prize}" for row in event.rows if row.prize
    )
    return said + (" " + _("Prizes: %(prizes)s.") % {"prizes": paid} if paid else "")


def _corrected(event: ev.PrizesCorrected, scene: Scene) -> str:
    said = _("%(ruling)s changed the final standings.") % {"ruling": ruling_name(event.ruling)}
    if not event.corrections:
        return said + " " + _("The prizes stay.")
    changed = {"changes": amounts(event.corrections, scene)}
    return said + " " + _("Prizes corrected: %(changes)s.") % changed


def _cancelled(event: ev.TournamentCancelled, _scene: Scene) -> str:
    return _("Cancelled: %(reason)s") % {"reason": event.reason}


SENTENCES: Final[dict[type[ev.TournamentEvent], Sentence]] = {
    ev.TournamentCreated: _created,
    ev.TournamentDescribed: _described,
    ev.MembersEntered: _members_entered,
    ev.DrawCommitted: _committed,
    ev.MemberRemoved: _removed,
    **dict.fromkeys(_OF_MEMBERS, _of_member),
    ev.TournamentStarted: _started,
    ev.RoundDrawn: _drawn,
    ev.TableDealScored: _scored,
    ev.DealRescored: _rescored,
    ev.RoundClosed: _round_closed,
    ev.TournamentClosed: _closed,
    ev.PrizesCorrected: _corrected,
    ev.TournamentCancelled: _cancelled,
}
"""Every class of event, and what makes its sentence. A test says which one has none."""
