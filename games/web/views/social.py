"""Actions between the people at a table: coming back, pausing, swapping seats, phrases, muting, and watching."""

from __future__ import annotations

from secrets import token_hex

from django.utils import timezone

from games import commands, queries
from games.web.requests import HtmxHttpRequest, player_of, whole
from games.web.views.table import action, deal_at


def _back(request: HtmxHttpRequest, table_id: int) -> None:
    commands.come_back(by=player_of(request), deal_id=deal_at(request, table_id), now=timezone.now)


def _pause(request: HtmxHttpRequest, table_id: int) -> None:
    player, deal_id = player_of(request), deal_at(request, table_id)
    asked = request.POST.get("resume") == "1"
    if queries.seat_of(deal_id, player) is not None:
        commands.ask_pause(by=player, deal_id=deal_id, resume=asked, now=timezone.now)
    else:
        commands.pause_deal(by=player, deal_id=deal_id, resume=asked, now=timezone.now)


def _pace(request: HtmxHttpRequest, table_id: int) -> None:
    pace = request.POST.get("pace", "")
    commands.choose_pace(by=player_of(request), table_id=table_id, pace=pace)


def _swap(request: HtmxHttpRequest, table_id: int) -> None:
    player, now = player_of(request), timezone.now()
    seat, answer = whole(request.POST.get("seat"), "seat.unknown"), request.POST.get("answer")
    if answer in ("yes", "no"):
        agree = answer == "yes"
        commands.answer_swap(by=player, table_id=table_id, seat=seat, agree=agree, now=now)
    else:
        commands.ask_to_swap(by=player, table_id=table_id, seat=seat, now=now)


def _say(request: HtmxHttpRequest, table_id: int) -> None:
    phrase = request.POST.get("phrase", "")
    commands.say(by=player_of(request), table_id=table_id, phrase=phrase, now=timezone.now())


def _mute(request: HtmxHttpRequest, table_id: int) -> None:
    queries.get_table(table_id)
    text = request.POST.get("seat")
    seat = None if text == "all" else whole(text, "seat.unknown")
    muted = request.POST.get("muted") == "1"
    commands.mute_seat(by=player_of(request), table_id=table_id, seat=seat, muted=muted)


def _company(request: HtmxHttpRequest, table_id: int) -> None:
    commands.allow_company(
        by=player_of(request),
        table_id=table_id,
        spectators=request.POST.get("spectators") == "1",
        delay=whole(request.POST.get("delay"), "table.delay"),
        phrases=request.POST.get("phrases") == "1",
    )


def _time(request: HtmxHttpRequest, table_id: int) -> None:
    key = request.POST.get("key", "")
    commands.give_time(
        by=player_of(request),
        deal_id=deal_at(request, table_id),
        seconds=60 * whole(request.POST.get("minutes"), "time.seconds"),
        key=key if key.isascii() and key.isdecimal() and len(key) < 20 else token_hex(8),
        now=timezone.now,
    )


back = action(_back)
"""Play again at a seat that counts as gone."""
pause = action(_pause)
"""Ask for a pause or its end; a director without a seat gives it."""
pace = action(_pace)
"""Choose how quickly bots move."""
swap = action(_swap)
"""Ask the player in `seat` to swap seats; with an `answer`, yes or no, answer their request."""
say = action(_say)
"""Say a phrase."""
mute = action(_mute)
"""Hide the phrases of a seat, or of everybody."""
more_time = action(_time)
"""Give those whom the deal waits for more time: for directors."""
company = action(_company)
"""Say who may look on and whether phrases are said: for directors."""
