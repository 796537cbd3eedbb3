"""Pages of the lessons: a list, and one page for each step.

The address names the step. The progress is stored in a database row for members, in a cookie for visitors.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django.views.decorators.vary import vary_on_headers
from django_htmx.http import push_url, retarget

from games import commands
from games.engine.errors import BadNotation, IllegalMove
from games.engine.rules import PRESETS, RuleSet
from games.errors import Refused, refused
from games.lessons import LESSONS, Lesson, answer, stage_at
from games.lessons.first_minute import STEPS
from games.models import Player
from games.presenters.learning.first_minute import asked_at, first_minute
from games.presenters.learning.house_notes import other_rules, query_of
from games.presenters.learning.lessons import hint_of, lesson_list, right_of, step_page
from games.queries.club.house import rules_named, shown_settings
from games.queries.people.member import learned_by
from games.web.answers import see_other
from games.web.requests import HtmxHttpRequest, viewer_of

_COOKIE = "learned"
_RIGHT = "right"
"""Which step was just answered rightly, until the next page has said so."""
_KEPT = re.compile(r"([a-z0-9]{1,20})\.([0-9]{1,2})")
_YEAR = 365 * 24 * 3600


@require_safe
@never_cache
def lessons(request: HttpRequest) -> HttpResponse:
    """Show all lessons, with the reader's progress."""
    page = {"entries": lesson_list(_learned(request)), "others": other_rules()}
    return render(request, "games/lessons.html", page)


@require_safe
@never_cache
def lesson(request: HttpRequest, key: str) -> HttpResponse:
    """Redirect to the step at which the reader continues this lesson."""
    _require(key)
    entry = next(entry for entry in lesson_list(_learned(request)) if entry.key == key)
    onward = redirect("lesson-step", key, entry.next)
    onward["Location"] += query_of(_played(request))
    return onward


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request", "Cookie")
def first_step(request: HtmxHttpRequest, number: int) -> HttpResponse:
    """Show a step of the introduction's first minute and handle its answer, as `step` does for lessons."""
    if not 0 < number <= STEPS + 1 or (number > STEPS and request.method == "POST"):
        raise Refused("lesson.unknown")
    status, chosen = 200, " ".join(request.POST.getlist("cards"))
    if request.method == "POST":
        if number == 1 or sorted(chosen.split()) == sorted(asked_at(number).cards.split()):
            return _confirm(request, see_other("first-minute-step", number + 1), "first", number)
        status = 422
    answered = _was_right(request, "first", number - 1)
    page = first_minute(number, answered=answered, chosen=chosen, wrong=status == 422)
    context = {"page": page, "lesson": shown_settings().presets[0].key}
    return _show(request, context, status=status, template="games/first_minute.html")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@vary_on_headers("HX-Request", "Cookie")
def step(request: HtmxHttpRequest, key: str, number: int) -> HttpResponse:
    """Show a step and handle its answer: a correct one leads to the next step, a wrong one shows the rule.

    After the last step comes the end page.
    """
    steps, played = len(_require(key).steps), _played(request)
    if not 0 < number <= steps + 1 or (number > steps and request.method == "POST"):
        raise Refused("lesson.unknown")
    if number > steps:
        other = next(entry for entry in lesson_list(_learned(request)) if entry.key != key)
        ended = {
            "other": other,
            "plays": played.key if played is not None and played.key in PRESETS else key,
            "played": played,
            "query": query_of(played),
            "right": right_of(key, number - 1) if _was_right(request, key, number - 1) else "",
        }
        return _show(request, ended)
    if request.method != "POST":
        answered = _was_right(request, key, number - 1)
        return _show(request, {"page": step_page(key, number, answered=answered, played=played)})
    try:
        if _is_right(request, key, number):
            return _go_on(request, key, number, query_of(played))
        sentence, section = hint_of(key, number)
    except (IllegalMove, BadNotation) as error:
        refusal = refused(error)
        sentence, section = refusal.sentence, refusal.section
    except Refused as refusal:
        sentence, section = refusal.sentence, refusal.section
    chosen = " ".join(request.POST.getlist("cards"))
    page = step_page(
        key, number, chosen=chosen, wrong=sentence, wrong_section=section, played=played
    )
    return _show(request, {"page": page}, status=422)


def _require(key: str) -> Lesson:
    if key not in LESSONS:
        raise Refused("lesson.unknown")
    return LESSONS[key]


def _is_right(request: HttpRequest, key: str, number: int) -> bool:
    """Return whether the form answers the step correctly.

    Raises IllegalMove, BadNotation, and Refused if not exactly one card is chosen for a discard.
    """
    cards = " ".join(request.POST.getlist("cards"))
    move = request.POST.get("move", "")
    if move == "discard":
        if len(request.POST.getlist("cards")) != 1:
            raise Refused("move.card")
        move = f"discard {cards}"
    elif move == "meld":
        move = f"meld {cards}"
    given = request.POST.get("number", "")
    return answer(
        stage_at(key, number),
        move=move,
        cards=cards,
        number=int(given) if re.fullmatch(r"[0-9]{1,4}", given) else None,
    )


def _played(request: HttpRequest) -> RuleSet | None:
    """Return the rule set that `?rules=` names, None for the lesson's own. Raises Refused for an unknown one."""
    key = request.GET.get("rules", "")
    if not key or key in LESSONS:
        return None
    try:
        return rules_named(key)
    except KeyError:
        raise Refused("rule-set.unknown") from None


def _go_on(request: HttpRequest, key: str, number: int, query: str) -> HttpResponse:
    """Store that this step was learned, and redirect to the next step."""
    onward = see_other("lesson-step", key, number + 1)
    onward["Location"] += query
    player = viewer_of(request)
    if player is not None:
        commands.note_learned(by=player, lesson=key, step=number, now=timezone.now())
    else:
        learned = {**_learned(request), key: max(number, _learned(request).get(key, 0))}
        kept = "-".join(f"{name}.{last}" for name, last in sorted(learned.items()))
        onward.set_cookie(
            _COOKIE, kept, max_age=_YEAR, httponly=True, samesite="Lax", secure=request.is_secure()
        )
    return _confirm(request, onward, key, number)


def _confirm(request: HttpRequest, onward: HttpResponse, key: str, number: int) -> HttpResponse:
    """Mark the redirect so that the next page says that this step was answered correctly."""
    onward.set_cookie(
        _RIGHT,
        f"{key}.{number}",
        max_age=60,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return onward


def _was_right(request: HttpRequest, key: str, number: int) -> bool:
    return request.COOKIES.get(_RIGHT) == f"{key}.{number}"


def _learned(request: HttpRequest) -> Mapping[str, int]:
    """Return the last step learned, by the key of each lesson: the member's, or for visitors this browser's."""
    player = viewer_of(request)
    return learned_by(player) if player is not None else _in_browser(request)


def carry_over(request: HttpRequest, player: Player) -> None:
    """Copy the progress stored in this browser to a new member or guest."""
    for key, last in _in_browser(request).items():
        step = min(last, len(LESSONS[key].steps))
        if step:
            commands.note_learned(by=player, lesson=key, step=step, now=timezone.now())


def _in_browser(request: HttpRequest) -> Mapping[str, int]:
    kept = (_KEPT.fullmatch(part) for part in request.COOKIES.get(_COOKIE, "").split("-"))
    return {found[1]: int(found[2]) for found in kept if found and found[1] in LESSONS}


def _show(
    request: HtmxHttpRequest,
    context: dict[str, object],
    *,
    status: int = 200,
    template: str = "games/lesson.html",
) -> HttpResponse:
    part = f"{template}#live" if request.htmx else template
    shown = render(request, part, context, status=status)
    if _RIGHT in request.COOKIES:
        shown.delete_cookie(_RIGHT)
    if request.htmx:
        retarget(shown, "#lesson")
        if status == 200:
            push_url(shown, request.get_full_path())
    return shown
