"""What happens at tables with real cards in words: one sentence for each class of event."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.engine.notation import parse_card
from games.presenters.cards import card_name, listed
from games.presenters.moments import rule_by_words
from tournaments.engine import cardboard_events as paper
from tournaments.engine import events as ev
from tournaments.presenters.log.render_context import Scene, Sentence, nets, place_of, seat_name


def _marked(event: paper.TablesMarked, _scene: Scene) -> str:
    facts = {"table": event.table, "first": event.first}
    if event.table is None:
        if event.cardboard:
            return (
                _("From round %(first)d on every table of members plays with real cards.") % facts
            )
        return _("From round %(first)d on every table plays on screens.") % facts
    if event.cardboard:
        said = _("Table %(table)d plays round %(first)d with real cards.") % facts
    else:
        said = _("Table %(table)d plays round %(first)d on screens.") % facts
    return said if event.last is not None else said + " " + _("So it does all rounds that follow.")


def _lay(
    event: paper.ResultEntered | paper.ResultCorrected | paper.DiscardRuled, scene: Scene
) -> str:
    lay = event.lay
    if lay.winner is None:
        return _("nobody won")
    facts = {
        "name": seat_name(event, lay.winner, scene),
        "points": event.points,
        "nets": nets(event, scene),
    }
    said = _("%(name)s won, points of the hand: %(points)d (%(nets)s)") % facts
    if lay.offender is None:
        return said
    facts = {"name": seat_name(event, lay.offender, scene), "section": lay.section}
    return said + "; " + _("%(name)s paid the penalty by %(section)s") % facts


def _entered(event: paper.ResultEntered, scene: Scene) -> str:
    facts = {"place": place_of(event), "result": _lay(event, scene)}
    return _("%(place)s was entered, with real cards: %(result)s.") % facts


def _confirmed(event: paper.ResultConfirmed, scene: Scene) -> str:
    if event.director:
        return _("%(place)s: a director confirmed the result.") % {"place": place_of(event)}
    names = listed(seat_name(event, seat, scene) for seat in event.seats)
    facts = {"place": place_of(event), "names": names}
    if event.phone is None:
        return _("%(place)s: %(names)s confirmed the result.") % facts
    facts["phone"] = seat_name(event, event.phone, scene)
    return _("%(place)s: %(names)s confirmed the result on the phone of %(phone)s.") % facts


def _contradicted(event: paper.ResultContradicted, scene: Scene) -> str:
    facts = {
        "place": place_of(event),
        "name": seat_name(event, event.seat, scene),
        "reason": event.reason,
    }
    return _("%(place)s: %(name)s says that the result is not so (%(reason)s).") % facts


def _corrected_result(event: paper.ResultCorrected, scene: Scene) -> str:
    facts = {"place": place_of(event), "result": _lay(event, scene), "reason": event.reason}
    return _("%(place)s was corrected by a director: %(result)s. Reason: %(reason)s.") % facts


def _disputed(event: paper.DiscardDisputed, scene: Scene) -> str:
    who = scene.member(event.player)
    told, judged = event.discard, event.judgement
    if scene.kept:
        said = _("%(place)s: %(who)s disputes the discard of %(name)s.")
        name = seat_name(event, told.seat, scene)
        facts = {"place": place_of(event), "who": who, "name": name}
        return _with_end(said % facts, event.rule_by)
    facts = {
        "place": place_of(event),
        "who": who,
        "name": seat_name(event, told.seat, scene),
        "card": card_name(parse_card(told.card)),
        "reason": event.reason,
    }
    said = _("%(place)s: %(who)s disputes the discard of %(name)s, %(card)s (%(reason)s).") % facts
    return _with_end(said + " " + judged_words(judged), event.rule_by)


def _with_end(said: str, until: datetime | None) -> str:
    return said if until is None else f"{said} {rule_by_words(until)}"


def _joined(event: paper.DiscardJoined, scene: Scene) -> str:
    facts = {
        "place": place_of(event),
        "name": seat_name(event, event.seat, scene),
        "reason": event.reason,
    }
    return _("%(place)s: %(name)s joins the dispute of the discard (%(reason)s).") % facts


def judged_words(judged: paper.Judgement) -> str:
    """What §10 says of a discard that was told."""
    if judged.opening:
        return _("It opened the deal, so no penalty hangs on it (§10.5).")
    worst = listed(card_name(parse_card(card)) for card in judged.worst)
    if judged.penalty:
        return _("By §10.3 the worst was: %(worst)s. There is a penalty.") % {"worst": worst}
    return _("By §10.3 it was among the worst: %(worst)s. There is no penalty.") % {"worst": worst}


def _ruled(event: paper.DiscardRuled, scene: Scene) -> str:
    facts = {
        "place": place_of(event),
        "name": scene.member(event.referee),
        "section": event.section,
        "reason": event.reason,
        "result": _lay(event, scene),
    }
    if event.void:
        said = _("%(place)s: %(name)s ruled by %(section)s that the deal is void (%(reason)s).")
        return said % facts
    if event.shared:
        said = _(
            "%(place)s: %(name)s ruled by %(section)s that the payment is shared (%(reason)s)."
        )
    elif event.penalty:
        said = _("%(place)s: %(name)s ruled by %(section)s that the penalty is paid (%(reason)s).")
    else:
        said = _("%(place)s: %(name)s ruled by %(section)s that there is no penalty (%(reason)s).")
    return said % facts + " " + _("It counts: %(result)s.") % facts


def _proposed(event: paper.DiscardProposed, scene: Scene) -> str:
    facts = {
        "place": place_of(event),
        "name": scene.member(event.referee),
        "section": event.section,
        "reason": event.reason,
    }
    return (
        _(
            "%(place)s: %(name)s proposed a ruling by %(section)s, which a second referee has to sign (%(reason)s)."
        )
        % facts
    )


def _signed(event: paper.DiscardSigned, scene: Scene) -> str:
    facts = {"place": place_of(event), "name": scene.member(event.referee)}
    return _("%(place)s: %(name)s signed the ruling as the second referee.") % facts


def _unsigned(event: paper.DiscardUnsigned, scene: Scene) -> str:
    facts = {
        "place": place_of(event),
        "name": scene.member(event.referee),
        "reason": event.reason,
    }
    return _("%(place)s: %(name)s did not sign the proposed ruling (%(reason)s).") % facts


def _appealed(event: paper.DiscardAppealed, scene: Scene) -> str:
    facts = {
        "place": place_of(event),
        "name": seat_name(event, event.seat, scene),
        "reason": event.reason,
    }
    said = _("%(place)s: %(name)s appeals the ruling to another referee (%(reason)s).") % facts
    return _with_end(said, event.rule_by)


def _extended(event: paper.AppealExtended, _scene: Scene) -> str:
    until = date_format(timezone.localtime(event.until), "SHORT_DATETIME_FORMAT")
    return _("A result was decided late: the standings are provisional until %(until)s.") % {
        "until": until
    }


def _photographed(event: paper.PhotographAdded, scene: Scene) -> str:
    directs = event.seat is None
    who = scene.member(event.player) if directs else seat_name(event, event.seat or 0, scene)
    facts = {"place": place_of(event), "name": who, "number": event.number}
    return _("%(place)s: %(name)s added photograph %(number)d.") % facts


def _removed(event: paper.PhotographRemoved, scene: Scene) -> str:
    facts = {
        "place": place_of(event),
        "name": scene.member(event.director),
        "number": event.number,
        "reason": event.reason,
    }
    return _("%(place)s: %(name)s removed photograph %(number)d (%(reason)s).") % facts


PAPER_SENTENCES: Final[dict[type[ev.TournamentEvent], Sentence]] = {
    paper.TablesMarked: _marked,
    paper.ResultEntered: _entered,
    paper.ResultConfirmed: _confirmed,
    paper.ResultContradicted: _contradicted,
    paper.ResultCorrected: _corrected_result,
    paper.DiscardDisputed: _disputed,
    paper.DiscardJoined: _joined,
    paper.DiscardRuled: _ruled,
    paper.DiscardAppealed: _appealed,
    paper.DiscardProposed: _proposed,
    paper.DiscardSigned: _signed,
    paper.DiscardUnsigned: _unsigned,
    paper.PhotographAdded: _photographed,
    paper.PhotographRemoved: _removed,
    paper.AppealExtended: _extended,
}
"""Every class of event of tables with real cards, and what makes its sentence."""
