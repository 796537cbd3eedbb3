"""The events of a tournament in words: one sentence for each class of event, in `SENTENCES`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.presenters.amounts import signed
from games.presenters.cards import listed
from games.presenters.play.calls import why
from tournaments import queries
from tournaments.engine import correction_events as correction_ev
from tournaments.engine import duplicate_events as duplicate_ev
from tournaments.engine import events as ev
from tournaments.engine import invitation_events as invitation_ev
from tournaments.engine import seat_events as seat_ev
from tournaments.engine.draws.groups import section
from tournaments.engine.scoring.standing_rows import PlayerAmount
from tournaments.presenters.log.cardboard_sentences import PAPER_SENTENCES
from tournaments.presenters.log.conduct_sentences import CONDUCT_SENTENCES
from tournaments.presenters.log.render_context import Scene, Sentence, nets, place_of
from tournaments.presenters.log.seat_words import seat_given
from tournaments.presenters.log.signature_words import SIGNATURE_SENTENCES
from tournaments.presenters.log.term_words import setting_words
from tournaments.presenters.log.timing_sentences import TIMING_SENTENCES
from tournaments.presenters.page.groups import part_words


def event_words(event: ev.TournamentEvent, scene: Scene) -> str:
    """What happened, in a sentence."""
    return SENTENCES[type(event)](scene.told(event), scene)


def details(event: ev.TournamentEvent, scene: Scene) -> tuple[str, ...]:
    """What belongs to an event and is too long for a sentence: each table of a draw."""
    if not isinstance(event, ev.RoundDrawn | correction_ev.RedrawTakenBack):
        return ()
    sections = [section(event.groups, event.finalists, seats) for seats in event.tables]
    final = sections.count(0)
    grouped = bool(event.groups or event.finalists)
    return tuple(
        listed(
            filter(
                None,
                (
                    _("Table %(number)s") % {"number": number},
                    part_words(part, final) if grouped else "",
                ),
            )
        )
        + ": "
        + listed(map(scene.name, seats))
        for number, (seats, part) in enumerate(zip(event.tables, sections, strict=True), 1)
    )


def ruling_name(ruling: int) -> str:
    """What a ruling is called, here and in accounts: by its number in its deal's record, and its section.

    0 is what a director corrected.
    """
    if not ruling:
        return _("The correction by a director")
    return ruling_words(queries.ruling_source(ruling))


def ruling_words(source: queries.RulingSource | None) -> str:
    """What a ruling is called that stands there; None of one that the log does not hold."""
    if source is None:
        return _("A ruling")
    facts = {"section": source.section, "deal": source.deal_id, "number": source.number}
    if not source.section:
        return _("Ruling %(number)d on deal %(deal)d, which withdraws another one") % facts
    return _("Ruling %(number)d on deal %(deal)d (%(section)s)") % facts


def amounts(changes: Iterable[PlayerAmount], scene: Scene) -> str:
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


def _invited(event: invitation_ev.MembersInvited, scene: Scene) -> str:
    names = listed(scene.member(player) for player in event.players)
    return _("%(director)s invited: %(names)s.") % {
        "director": scene.member(event.director),
        "names": names,
    }


def _invitation_back(event: invitation_ev.InvitationTakenBack, scene: Scene) -> str:
    facts = {"director": scene.member(event.director), "name": scene.member(event.player)}
    return _("%(director)s took back the invitation of %(name)s.") % facts


def _given(_event: ev.DrawGiven, _scene: Scene) -> str:
    return _("A director gave the tables of all rounds by hand.")


def _committed(_event: ev.DrawCommitted, _scene: Scene) -> str:
    return _("The draws were bound to a secret number, which the start publishes.")


_OF_MEMBERS: Final[dict[type[ev.TournamentEvent], str]] = {
    ev.MemberEntered: gettext_noop("%(name)s entered."),
    ev.MemberWithdrew: gettext_noop("%(name)s withdrew."),
    ev.MemberCheckedIn: gettext_noop("%(name)s is there."),
    ev.MemberLeftOut: gettext_noop("%(name)s had not checked in, and gets the entry fee back."),
    seat_ev.CheckInUndone: gettext_noop("%(name)s is not there after all."),
    seat_ev.EntryAllowed: gettext_noop("%(name)s may enter again."),
    seat_ev.ReserveListed: gettext_noop("%(name)s stands on the reserve list."),
    seat_ev.ReserveLeft: gettext_noop("%(name)s stands on the reserve list no more."),
    ev.MemberLeft: gettext_noop("%(name)s withdrew; no further round is drawn with them."),
    ev.MemberReturned: gettext_noop("%(name)s plays again from the next draw."),
    ev.AbsenceAnnounced: gettext_noop("%(name)s sits out round %(round)d."),
    ev.AbsenceTakenBack: gettext_noop("%(name)s plays round %(round)d after all."),
}


def _of_member(event: Any, scene: Scene) -> str:
    facts = {"name": scene.member(event.player), "round": getattr(event, "round", 0)}
    return _(_OF_MEMBERS[type(event)]) % facts


def _removed(event: ev.MemberRemoved | seat_ev.EntryRemoved, scene: Scene) -> str:
    facts = {"name": scene.member(event.player), "reason": event.reason}
    return _("%(name)s was removed: %(reason)s") % facts


def _started(_event: ev.TournamentStarted, _scene: Scene) -> str:
    # The page of the draws shows the seed, with what it was bound to.
    return _("The entries were closed, and the tournament began.")


def _drawn(event: ev.RoundDrawn, scene: Scene) -> str:
    facts = {"round": event.number, "tables": len(event.tables)}
    said = _("Round %(round)d was drawn. Tables: %(tables)d.") % facts
    if not event.finalists:
        return said
    names = listed(scene.member(player) for player in event.finalists)
    return said + " " + _("The final is played by: %(names)s.") % {"names": names}


def _penalty(event: ev.TableDealScored | ev.DealRescored, scene: Scene) -> str:
    if event.penalised is None:
        return ""
    name = scene.name(scene.sat(event)[event.penalised])
    return " " + _("%(name)s paid the penalty.") % {"name": name}


def _scored(event: ev.TableDealScored, scene: Scene) -> str:
    place = place_of(event)
    if event.winner is None:
        return _("%(place)s: nobody won.") % {"place": place}
    facts = {
        "place": place,
        "name": scene.name(scene.sat(event)[event.winner]),
        "points": event.points,
        "nets": nets(event, scene),
    }
    said = _("%(place)s: %(name)s won, points of the hand: %(points)d (%(nets)s).") % facts
    return said + _penalty(event, scene)


def _rescored(event: ev.DealRescored, scene: Scene) -> str:
    facts = {
        "ruling": ruling_name(event.ruling),
        "place": place_of(event),
        "nets": nets(event, scene),
    }
    said = _("%(ruling)s counts. %(place)s now: %(nets)s.") % facts
    return said + _penalty(event, scene)


def _round_closed(event: ev.RoundClosed, scene: Scene) -> str:
    said = _("Round %(round)d was over.") % {"round": event.number}
    if event.director is None:
        return said
    deals = listed(f"{deal}" for deal in event.unconfirmed)
    facts = {"name": scene.member(event.director), "deals": deals}
    return (
        said + " " + _("%(name)s closed it though one seat alone had entered: %(deals)s.") % facts
    )


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


def _discarded(event: correction_ev.DrawDiscarded, _scene: Scene) -> str:
    facts = {"round": event.round, "reason": event.reason}
    return _("The draw of round %(round)d was discarded before its first card: %(reason)s") % facts


def _redraw_back(event: correction_ev.RedrawTakenBack, _scene: Scene) -> str:
    facts = {"round": event.round, "draw": event.draw, "reason": event.reason}
    said = _(
        "The redraw of round %(round)d was taken back: draw %(draw)d of the tournament stands again. %(reason)s"
    )
    return said % facts


def _correction(event: Any) -> dict[str, Any]:
    section = getattr(event, "section", "")
    facts: dict[str, Any] = {"reason": f"{event.reason} ({section})" if section else event.reason}
    if hasattr(event, "deal_number"):
        facts["place"] = place_of(event)
    return facts


def _voided(event: correction_ev.DealVoided, _scene: Scene) -> str:
    if event.ruling:
        facts = {"ruling": ruling_name(event.ruling), **_correction(event)}
        return _("%(ruling)s declares it void: %(place)s counts for nobody. %(reason)s") % facts
    return _("%(place)s was voided and counts no more: %(reason)s") % _correction(event)


def _replay(event: correction_ev.ReplayOrdered, _scene: Scene) -> str:
    facts = {"place": place_of(event), "deal": event.instead_of}
    return _("%(place)s is played instead of deal %(deal)d, with the same seats.") % facts


def _voiding_back(event: correction_ev.VoidingTakenBack, _scene: Scene) -> str:
    said = _("%(place)s counts again: %(reason)s") % _correction(event)
    if event.replay is None:
        return said
    return said + " " + _("Deal %(deal)d is not played instead.") % {"deal": event.replay}


def _adjusted(event: correction_ev.PointsAdjusted, scene: Scene) -> str:
    facts = {"name": scene.member(event.player), "points": signed(event.points)}
    return _("%(name)s: %(points)s points by a correction: %(reason)s") % {
        **facts,
        **_correction(event),
    }


def _adjustment_back(event: correction_ev.AdjustmentTakenBack, scene: Scene) -> str:
    facts = {"name": scene.member(event.player), "points": signed(event.points)}
    return _("%(name)s: the %(points)s points were taken back: %(reason)s") % {
        **facts,
        **_correction(event),
    }


def _setting(event: correction_ev.SettingCorrected, _scene: Scene) -> str:
    return setting_words(event)


def _apart(event: correction_ev.MembersKeptApart, scene: Scene) -> str:
    facts = {"names": listed(map(scene.member, event.players)), "reason": event.reason}
    if event.reason:
        return _("These are not to meet in the draws to come: %(names)s. %(reason)s") % facts
    return _("These are not to meet in the draws to come: %(names)s.") % facts


def _apart_ended(event: correction_ev.KeepingApartEnded, scene: Scene) -> str:
    names = listed(map(scene.member, event.players))
    return _("These may meet again: %(names)s.") % {"names": names}


def _answered(event: ev.RefereeAnswered, scene: Scene) -> str:
    facts = {
        "round": event.round,
        "table": event.table,
        "who": scene.member(event.player),
        "why": why(event.reason, event.words),
        "referee": scene.member(event.referee),
        "answer": f"{event.answer} ({event.section})" if event.section else event.answer,
    }
    return (
        _(
            "Round %(round)d, table %(table)d: %(who)s called the referee (%(why)s). %(referee)s answered: %(answer)s"
        )
        % facts
    )


def _cancelled(event: ev.TournamentCancelled, _scene: Scene) -> str:
    return _("Cancelled: %(reason)s") % {"reason": event.reason}


def _deals_committed(_event: duplicate_ev.DealsCommitted, _scene: Scene) -> str:
    return _("The deals that all tables play were bound to secrets, before anybody entered.")


def _deal_opened(event: duplicate_ev.DealOpened, _scene: Scene) -> str:
    facts = {"deal": event.deal_number, "round": event.round}
    return (
        _("Deal %(deal)d of round %(round)d is over at all tables, and open to everybody.") % facts
    )


SENTENCES: Final[dict[type[ev.TournamentEvent], Sentence]] = {
    ev.TournamentCreated: _created,
    ev.TournamentDescribed: _described,
    ev.MembersEntered: _members_entered,
    invitation_ev.MembersInvited: _invited,
    invitation_ev.InvitationTakenBack: _invitation_back,
    ev.DrawCommitted: _committed,
    ev.DrawGiven: _given,
    duplicate_ev.DealsCommitted: _deals_committed,
    duplicate_ev.DealOpened: _deal_opened,
    ev.MemberRemoved: _removed,
    seat_ev.EntryRemoved: _removed,
    seat_ev.SeatGiven: seat_given,
    **dict.fromkeys(_OF_MEMBERS, _of_member),
    ev.TournamentStarted: _started,
    ev.RoundDrawn: _drawn,
    ev.TableDealScored: _scored,
    ev.DealRescored: _rescored,
    ev.RoundClosed: _round_closed,
    ev.TournamentClosed: _closed,
    ev.PrizesCorrected: _corrected,
    ev.RefereeAnswered: _answered,
    ev.TournamentCancelled: _cancelled,
    correction_ev.DrawDiscarded: _discarded,
    correction_ev.RedrawTakenBack: _redraw_back,
    correction_ev.DealVoided: _voided,
    correction_ev.ReplayOrdered: _replay,
    correction_ev.VoidingTakenBack: _voiding_back,
    correction_ev.PointsAdjusted: _adjusted,
    correction_ev.AdjustmentTakenBack: _adjustment_back,
    correction_ev.SettingCorrected: _setting,
    correction_ev.MembersKeptApart: _apart,
    correction_ev.KeepingApartEnded: _apart_ended,
    **PAPER_SENTENCES,
    **TIMING_SENTENCES,
    **CONDUCT_SENTENCES,
    **SIGNATURE_SENTENCES,
}
"""Every class of event, and what makes its sentence. A test says which one has none."""
