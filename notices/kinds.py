"""Which events are told to whom, in which words: the one table of notices, `KINDS`.

A new kind is one line there; an event that tells nobody anything stands in `UNTOLD`, with the reason. A test holds both
to every event of tournaments and accounts, and to everything that moves a member's chips.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from django.utils.translation import gettext_noop

from games.log.store import Recorded
from notices.recipients import (
    Heard,
    Told,
    account,
    at_drawn,
    at_table,
    by_others,
    called,
    cancelled,
    contradicted,
    corrected,
    disputed,
    drawn,
    entered,
    entrants,
    final,
    from_list,
    member,
    missing,
    removed_before,
    ruled,
    sanctioned,
    seat,
    seat_given,
    warned,
    went,
)


class Kind(NamedTuple):
    """What an event says: to whom, and in which words."""

    whom: Callable[[Heard], Iterable[Told]]
    words: tuple[str, ...]
    """By `variant` of the facts; `%(…)s` are facts, and `%(tournament)s`, `%(deal)s` the names of these."""
    by_mail: bool = True
    once: bool = False
    """Whether only the first of a stream is told."""


KINDS: Final[dict[str, Kind]] = {
    "tournament.member-entered": Kind(
        entered,
        (
            gettext_noop("You were entered for %(tournament)s."),
            gettext_noop("You have entered for %(tournament)s. Entry fee in chips: %(chips)s."),
        ),
    ),
    "tournament.members-entered": Kind(
        from_list, (gettext_noop("A director entered you for %(tournament)s."),)
    ),
    "tournament.member-withdrew": Kind(
        went,
        (
            gettext_noop("You were withdrawn from %(tournament)s."),
            gettext_noop(
                "You are no longer entered for %(tournament)s: %(chips)s chips came back."
            ),
        ),
    ),
    "tournament.member-checked-in": Kind(
        by_others(), (gettext_noop("A director noted for %(tournament)s that you are there."),)
    ),
    "tournament.check-in-undone": Kind(
        by_others(), (gettext_noop("A director noted for %(tournament)s that you are not there."),)
    ),
    "tournament.entry-removed": Kind(
        removed_before,
        (
            gettext_noop("You were removed from %(tournament)s: %(reason)s"),
            gettext_noop(
                "You were removed from %(tournament)s (%(reason)s), and %(chips)s chips came back."
            ),
        ),
    ),
    "tournament.entry-allowed": Kind(
        member(), (gettext_noop("You may enter %(tournament)s again."),)
    ),
    "tournament.reserve-listed": Kind(
        by_others(),
        (gettext_noop("A director put you on the reserve list of %(tournament)s."),),
    ),
    "tournament.reserve-left": Kind(
        by_others(),
        (gettext_noop("A director took you off the reserve list of %(tournament)s."),),
    ),
    "tournament.seat-given": Kind(
        seat_given,
        (
            gettext_noop(
                "%(tournament)s, round %(round)s: you sit in at table %(table)s, %(seat)s, from the next deal on."
            ),
            gettext_noop(
                "%(tournament)s: your seat at table %(table)s was given to somebody else (%(reason)s)."
            ),
            gettext_noop(
                "%(tournament)s: you have your seat at table %(table)s again, from the next deal on."
            ),
            gettext_noop(
                "%(tournament)s, round %(round)s: you play at table %(table)s, %(seat)s, from the next deal on."
            ),
            gettext_noop(
                "%(tournament)s: the seat %(seat)s of your table %(table)s changes hands with the next deal."
            ),
        ),
    ),
    "tournament.member-left-out": Kind(
        went,
        (
            gettext_noop("%(tournament)s began without you: you had not checked in."),
            gettext_noop(
                "%(tournament)s began without you: you had not checked in, and %(chips)s chips came back."
            ),
        ),
    ),
    "tournament.member-left": Kind(
        by_others("round"), (gettext_noop("A director withdrew you from %(tournament)s."),)
    ),
    "tournament.member-removed": Kind(
        member("reason"), (gettext_noop("You were removed from %(tournament)s: %(reason)s"),)
    ),
    "tournament.member-returned": Kind(
        by_others(), (gettext_noop("You play again in %(tournament)s, from the next draw."),)
    ),
    "tournament.absence-announced": Kind(
        by_others("round"),
        (gettext_noop("A director noted that you sit out round %(round)s of %(tournament)s."),),
    ),
    "tournament.absence-taken-back": Kind(
        by_others("round"),
        (gettext_noop("You play round %(round)s of %(tournament)s after all."),),
    ),
    "tournament.round-drawn": Kind(
        drawn,
        (
            gettext_noop("%(tournament)s, round %(round)s: you sit at table %(table)s, %(seat)s."),
            gettext_noop(
                "%(tournament)s, round %(round)s: you play in the final, at table %(table)s, %(seat)s."
            ),
            gettext_noop(
                "%(tournament)s, round %(round)s: you play for the places behind the final, at table %(table)s, "
                "%(seat)s."
            ),
        ),
    ),
    "tournament.closed": Kind(
        final,
        (
            gettext_noop("%(tournament)s is closed. Your place: %(place)s."),
            gettext_noop(
                "%(tournament)s is closed. Your place: %(place)s, prize in chips: %(chips)s."
            ),
            gettext_noop("%(tournament)s is closed. You have no place in it."),
        ),
    ),
    "tournament.prizes-corrected": Kind(
        corrected,
        (
            gettext_noop(
                "A late ruling changed the standings of %(tournament)s. Your place now: %(place)s."
            ),
            gettext_noop(
                "A late ruling changed the prizes of %(tournament)s. "
                "Your place now: %(place)s; chips: %(chips)s."
            ),
            gettext_noop(
                "A correction changed the standings of %(tournament)s. Your place now: %(place)s."
            ),
            gettext_noop(
                "A correction changed the prizes of %(tournament)s. "
                "Your place now: %(place)s; chips: %(chips)s."
            ),
        ),
    ),
    "tournament.check-in-closed": Kind(
        missing,
        (
            gettext_noop(
                "The check-in of %(tournament)s is over, and you are not noted as there. Ask the director."
            ),
        ),
    ),
    "tournament.draw-given": Kind(
        entrants,
        (
            gettext_noop(
                "The tables of all rounds of %(tournament)s were given by hand. Check them before the start."
            ),
        ),
        by_mail=False,
    ),
    "tournament.appeal-opened": Kind(
        entrants,
        (
            gettext_noop(
                "The last deal of %(tournament)s is over. File a dispute before the time to appeal ends: "
                "then the prizes are paid."
            ),
        ),
    ),
    "tournament.result-entered": Kind(
        at_drawn(),
        (
            gettext_noop(
                "%(tournament)s, table %(table)s: the result of deal %(deal_number)s was entered. Confirm it."
            ),
        ),
        False,
    ),
    "tournament.result-contradicted": Kind(
        contradicted,
        (
            gettext_noop(
                "%(tournament)s, table %(table)s: the result of deal %(deal_number)s is contradicted (%(reason)s)."
            ),
        ),
    ),
    "tournament.result-corrected": Kind(
        at_drawn("reason"),
        (
            gettext_noop(
                "%(tournament)s, table %(table)s: a director corrected the result of deal %(deal_number)s (%(reason)s)."
            ),
        ),
    ),
    "tournament.discard-disputed": Kind(
        contradicted,
        (
            gettext_noop(
                "%(tournament)s, table %(table)s: the penalty of deal %(deal_number)s is disputed (%(reason)s)."
            ),
        ),
    ),
    "tournament.discard-joined": Kind(
        contradicted,
        (
            gettext_noop(
                "%(tournament)s, table %(table)s: another seat disputes the penalty of deal %(deal_number)s too"
                " (%(reason)s)."
            ),
        ),
    ),
    "tournament.discard-ruled": Kind(
        at_drawn("section", "reason"),
        (
            gettext_noop(
                "%(tournament)s, table %(table)s: a referee ruled on the penalty of deal %(deal_number)s by %(section)s"
                " (%(reason)s)."
            ),
        ),
    ),
    "tournament.discard-appealed": Kind(
        contradicted,
        (
            gettext_noop(
                "%(tournament)s, table %(table)s: the ruling on deal %(deal_number)s is appealed (%(reason)s)."
            ),
        ),
    ),
    "tournament.deal-voided": Kind(
        at_drawn("reason"),
        (
            gettext_noop(
                "%(tournament)s, table %(table)s: deal %(deal_number)s no longer counts (%(reason)s)."
            ),
        ),
    ),
    "tournament.voiding-taken-back": Kind(
        at_drawn("reason"),
        (
            gettext_noop(
                "%(tournament)s, table %(table)s: deal %(deal_number)s counts after all (%(reason)s)."
            ),
        ),
    ),
    "tournament.points-adjusted": Kind(
        member("points", "reason"),
        (gettext_noop("%(tournament)s: your points were adjusted by %(points)s (%(reason)s)."),),
    ),
    "tournament.adjustment-taken-back": Kind(
        member("points", "reason"),
        (
            gettext_noop(
                "%(tournament)s: the adjustment of your points by %(points)s was taken back (%(reason)s)."
            ),
        ),
    ),
    "member.warned": Kind(
        warned,
        (gettext_noop("You were warned at %(table)s, %(kind)s: %(reason)s"),),
    ),
    "member.warning-taken-back": Kind(
        warned,
        (gettext_noop("Your warning, %(kind)s, was taken back: %(reason)s"),),
    ),
    "tournament.sanctioned": Kind(
        sanctioned,
        (
            gettext_noop(
                "%(tournament)s: report %(number)s on you, %(kind)s: warning (%(reason)s)."
            ),
            gettext_noop(
                "%(tournament)s: report %(number)s on you, %(kind)s: %(points)s points are taken (%(reason)s)."
            ),
            gettext_noop(
                "%(tournament)s: report %(number)s on you, %(kind)s: the director is asked to remove you (%(reason)s)."
            ),
            gettext_noop(
                "%(tournament)s: a referee asks you to remove a member, %(kind)s, report %(number)s (%(reason)s)."
            ),
        ),
    ),
    "tournament.sanction-taken-back": Kind(
        member("number", "kind", "reason"),
        (
            gettext_noop(
                "%(tournament)s: report %(number)s on you, %(kind)s, was taken back (%(reason)s)."
            ),
        ),
    ),
    "tournament.cancelled": Kind(
        cancelled,
        (
            gettext_noop("%(tournament)s was cancelled: %(reason)s"),
            gettext_noop(
                "%(tournament)s was cancelled (%(reason)s), and %(chips)s chips came back."
            ),
        ),
    ),
    "deal.seat-gone": Kind(
        seat, (gettext_noop("The careful bot plays for you in %(deal)s."),), False, True
    ),
    "deal.seat-unseen": Kind(
        seat, (gettext_noop("The careful bot plays for you in %(deal)s."),), False, True
    ),
    "deal.dispute-filed": Kind(
        disputed,
        (
            gettext_noop("A dispute was filed on %(deal)s, at which you sat."),
            gettext_noop("A dispute was filed on %(deal)s."),
        ),
    ),
    "deal.dispute-joined": Kind(
        disputed, (gettext_noop("One more seat disputes the discard of %(deal)s."),)
    ),
    "deal.ruling-appealed": Kind(
        disputed, (gettext_noop("The ruling on %(deal)s is appealed. Another referee decides."),)
    ),
    "deal.ruling-given": Kind(
        ruled,
        (
            gettext_noop("A ruling by %(section)s was given on %(deal)s. Your chips stay."),
            gettext_noop("A ruling by %(section)s was given on %(deal)s. Your chips: %(chips)s."),
        ),
    ),
    "deal.ruling-shared": Kind(
        ruled,
        (
            gettext_noop("The payment of %(deal)s was shared by %(section)s. Your chips stay."),
            gettext_noop(
                "The payment of %(deal)s was shared by %(section)s. Your chips: %(chips)s."
            ),
        ),
    ),
    "deal.ruling-voided": Kind(
        ruled,
        (
            gettext_noop("%(deal)s was declared void by %(section)s. Your chips stay."),
            gettext_noop("%(deal)s was declared void by %(section)s. Your chips: %(chips)s."),
        ),
    ),
    "deal.ruling-proposed": Kind(
        disputed, (gettext_noop("A ruling on %(deal)s waits for a second referee's signature."),)
    ),
    "deal.signature-refused": Kind(
        disputed, (gettext_noop("A ruling that was proposed on %(deal)s was not signed."),)
    ),
    "deal.ruling-withdrawn": Kind(
        ruled,
        (
            gettext_noop("A ruling on %(deal)s was withdrawn. Your chips stay."),
            gettext_noop("A ruling on %(deal)s was withdrawn. Your chips: %(chips)s."),
        ),
    ),
    "call.made": Kind(called, (gettext_noop("The referee is called to %(table)s."),), False),
    "call.taken": Kind(
        at_table, (gettext_noop("The referee is coming to %(table)s: %(who)s."),), False
    ),
    "call.answered": Kind(
        at_table, (gettext_noop("The referee has answered at %(table)s: %(answer)s"),), False
    ),
    "member.joined": Kind(
        account, (gettext_noop("Your account was opened. Your chips: %(chips)s."),)
    ),
    "member.chips-granted": Kind(
        account,
        (
            gettext_noop("The club granted you chips: %(chips)s."),
            gettext_noop("The club granted you chips: %(chips)s (%(reason)s)."),
        ),
    ),
    "member.chips-taken-back": Kind(
        account,
        (
            gettext_noop("The club took a grant back: %(chips)s."),
            gettext_noop("The club took a grant back: %(chips)s (%(reason)s)."),
        ),
    ),
}
"""The name of an event → whom it is told, in which words. The words are translated where they are shown."""

UNTOLD: Final[dict[str, str]] = {
    "tournament.created": "nobody has entered yet",
    "tournament.described": "moves no chips, place or seat; the tournament's page says it",
    "tournament.draw-committed": "binds the draw before anybody enters",
    "tournament.deals-committed": "binds the deals before anybody enters",
    "tournament.deal-opened": "moves no chips, place or seat but by the results that it makes count; the page says it",
    "tournament.started": "the draw that follows is told",
    "tournament.deal-scored": "who sat there saw the deal end",
    "deal.ruling-signed": "the ruling that follows at once is told",
    "tournament.deal-rescored": "the ruling on the deal is told",
    "tournament.referee-answered": "the answer is told to the table when it is given",
    "tournament.round-closed": "the draw or the closing that follows is told",
    "tournament.draw-discarded": "the new draw that follows is told",
    "tournament.replay-ordered": "the voided deal is told, and the table waits for its members",
    "tournament.setting-corrected": "moves no chips, place or seat; the page says what was corrected",
    "tournament.members-kept-apart": "moves no chips, place or seat; the page says it",
    "tournament.keeping-apart-ended": "moves no chips, place or seat; the page says it",
    "tournament.appeal-extended": "the decision that leaves more time is told",
    "tournament.tables-marked": "the draw leads its members there",
    "tournament.result-confirmed": "the table sees it",
    "tournament.photograph-added": "the table sees it",
    "tournament.photograph-removed": "moves no chips, place or seat; the page and the staff's acts say it",
    "tournament.round-timed": "every page of the evening shows the round's clock",
    "tournament.round-began": "every page of the evening shows the round's clock",
    "tournament.round-time-up": "every page of the evening shows the round's clock",
    "tournament.table-stopped": "the table shows it",
    "tournament.clock-moved": "every page of the evening shows the round's clock",
    "tournament.round-lengthened": "every page of the evening shows the round's clock",
    "tournament.appeal-moved": "nobody has less time; the tournament's page says until when",
    "tournament.paused": "every table shows it",
    "tournament.resumed": "every table shows it",
    "member.chips-asked-for": "no chips move before a second director agrees",
    "member.chips-declined": "no chips move",
    "member.duties-set": "moves no chips, place or seat; the page of the staff's acts says it",
    "deal.won": "who sat there saw what it paid; whose seat the bot played was told so",
    "deal.exhausted": "nobody pays",
    "deal.stopped": "nobody pays; that it counts no more is told",
    "call.off": "the table shows that the clock goes on",
    "ledger.carried-over": "moves no chips",
}
"""Events that tell nobody anything, and why; all others of a deal move neither chips nor places."""


def told_by(recorded: Recorded) -> list[Told]:
    """Whom an event is told; nobody that it knows and no imported deal's people are guests or strangers here."""
    kind = KINDS.get(recorded.name)
    if kind is None or "imported" in recorded.metadata:
        return []
    heard = Heard(recorded)
    return [Told(one.player, {**heard.subject, **one.facts}) for one in kind.whom(heard)]
