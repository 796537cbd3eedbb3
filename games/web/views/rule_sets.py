"""Pages that describe the club's rule sets in words, for everyone; owners save the club's own ones here (§11.1)."""

from __future__ import annotations

from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games import commands
from games.engine.rules import RuleSet
from games.errors import Refused
from games.presenters.club.how_we_play import how_we_play as in_plain_words
from games.presenters.club.how_we_play import seats_words
from games.presenters.club.rule_sets import differences, rules_choices, shown_rule_sets
from games.presenters.sentences import rules_name
from games.queries.club.house import known_rules, offered_rules, rules_named
from games.web.answers import see_other
from games.web.requests import owner_of, viewer_of
from games.web.rule_set_form import RuleSetForm


@never_cache
@require_http_methods(["GET", "POST"])
def rule_sets(request: HttpRequest) -> HttpResponse:
    """Show the club's own rule sets; owners also get a form, filled in from the rule set named by `from`."""
    if request.method == "POST":
        return _acted(request)
    viewer = viewer_of(request)
    base = request.GET.get("from", "")
    if not base or viewer is None or not viewer.is_superuser:
        return _page(request, None)
    rules = _named(base)
    return _page(request, RuleSetForm(begun_from=rules), rules)


@never_cache
@require_safe
def how_we_play(request: HttpRequest) -> HttpResponse:
    """Show a rule set in plain words: the one named by `rules`, or else the club's usual one."""
    offered = offered_rules()
    rules = _named(request.GET.get("rules") or next(iter(offered)))
    page = {
        "name": rules_name(rules),
        "sets": [(key, rules_name(one)) for key, one in offered.items()],
        "plays": in_plain_words(rules),
    }
    return render(request, "games/how_we_play.html", page)


@never_cache
@require_safe
def compare(request: HttpRequest) -> HttpResponse:
    """Show the differences between two rule sets, side by side."""
    known = known_rules()
    first, second, *_more = offered_rules()
    one = _named(request.GET.get("one") or first)
    other = _named(request.GET.get("other") or (second if one.key == first else first))
    page = {
        "sets": [(key, rules_name(rules)) for key, rules in known.items()],
        "choices": (
            ("one", _("First rule set"), one.key),
            ("other", _("Second rule set"), other.key),
        ),
        "here": rules_name(one),
        "there": rules_name(other),
        "differences": differences(one, other),
        "seats": [(rules_name(rules), seats_words(rules)) for rules in (one, other)]
        if one.seats != other.seats
        else (),
        "links": [(rules.key, rules_name(rules)) for rules in (one, other)],
    }
    return render(request, "games/compare_rules.html", page)


def _named(key: str) -> RuleSet:
    """Return the rule set of this name, also a withdrawn one. Raises Refused if there is none."""
    try:
        return rules_named(key)
    except KeyError:
        raise Refused("rule-set.unknown") from None


def _acted(request: HttpRequest) -> HttpResponse:
    owner = owner_of(request)
    now, act = timezone.now(), request.POST.get("act")
    if act in ("withdraw", "offer"):
        name = request.POST.get("name", "")
        commands.offer_rule_set(by=owner, name=name, offered=act == "offer", now=now)
        said = (
            _("%(name)s can be chosen for tables and tournaments again.")
            if act == "offer"
            else _(
                "%(name)s is no longer offered. Tables and tournaments that already use it continue."
            )
        )
        messages.success(request, said % {"name": name})
        return see_other("rule-sets")
    form = RuleSetForm(request.POST)
    form.fields["name"].required = act != "try"
    if not form.is_valid():
        return _page(request, form, status=422)
    if act == "try":
        return _page(request, form, form.rules(), tried=True)
    before = [one for one in offered_rules().values() if one.key != form.rules().key]
    try:
        saved = commands.save_rule_set(by=owner, rules=form.rules(), now=now)
    except Refused as refusal:
        form.add_error(refusal.field or None, refusal.sentence)
        return _page(request, form, status=refusal.status)
    messages.success(
        request,
        _("%(name)s is saved. You can choose it for tables and tournaments.") % {"name": saved.key},
    )
    doubled = next((one for one in before if replace(one, key=saved.key) == saved), None)
    if doubled is not None:
        said = _("These rules are the same as %(name)s.")
        messages.warning(request, said % {"name": rules_name(doubled)})
    answer = see_other("rule-sets")
    answer["Location"] += "#messages"  # or the browser stays where the form was
    return answer


def _page(
    request: HttpRequest,
    form: RuleSetForm | None,
    rules: RuleSet | None = None,
    *,
    tried: bool = False,
    status: int = 200,
) -> HttpResponse:
    """Return the page of rule sets.

    It contains the ``form`` if one is given, and a description of ``rules`` in plain words. ``tried`` says that the
    rules come from the form and are not saved.
    """
    viewer = viewer_of(request)
    page = {
        "own": shown_rule_sets(),
        "begins": rules_choices(),
        "begun": request.GET.get("from", ""),
        "form": form,
        "plays": rules and in_plain_words(rules),
        "tried": tried,
        "owner": viewer is not None and viewer.is_superuser,
    }
    return render(request, "games/rule_sets.html", page, status=status)
