"""Saves, renames and removes templates: terms under a name. Each use case is one transaction, authority first.

All raise `games.errors.Refused` and change nothing then.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from unicodedata import normalize

from django.db import IntegrityError, transaction

from games.common.names import tidied, why_not
from games.errors import Refused
from games.models import Player
from tournaments.commands.authority import require_director
from tournaments.commands.lifecycle import FILLERS, require_no_pot, rules_offered
from tournaments.engine import announcing
from tournaments.engine.terms import plain_terms, terms_from
from tournaments.errors import refusal, translate_refusals
from tournaments.models import TermsTemplate
from tournaments.queries.templates import all_templates, get_template

MOST = 100
"""Templates that there are at a time."""


@transaction.atomic
def save_template(
    *, by: Player, name: str, terms: Mapping[str, Any], now: datetime
) -> TermsTemplate:
    """Save terms as a template with a new name. Only a director may.

    If the same director has saved the same terms under the same name, that template is returned. Raises Refused if no
    tournament could be announced with these terms. A start time and members are not saved.
    """
    require_director(by)
    name = _checked(name)
    said = terms_from(terms)
    with translate_refusals():
        require_no_pot(said.rules)
        (created,) = announcing.decide_create(
            said,
            director=by.pk,
            known_rules={*rules_offered(), said.rules},
            known_fillers={*FILLERS, said.filler},
        )
        description = announcing.checked_description(str(terms.get("description", "")))
    kept = {
        **plain_terms(created),
        "description": description,
        "cardboard": bool(terms.get("cardboard", False)),
    }
    there = TermsTemplate.objects.filter(key=_key(name)).first()
    if there is not None:
        if (there.name, there.terms, there.made_by_id) == (name, kept, by.pk):
            return there
        raise refusal("tournament.template-exists", name=there.name)
    if len(all_templates()) >= MOST:
        raise refusal("tournament.templates-many", limit=MOST)
    made, new = TermsTemplate.objects.get_or_create(
        key=_key(name),
        defaults={"name": name, "terms": kept, "made_by": by, "made_at": now},
    )
    if not new:  # another director was faster
        raise refusal("tournament.template-exists", name=made.name)
    return made


@transaction.atomic
def rename_template(*, by: Player, template_id: int, name: str) -> TermsTemplate:
    """Rename a template, also another director's. Only a director may."""
    require_director(by)
    name = _checked(name)
    row = _locked(template_id)
    there = TermsTemplate.objects.filter(key=_key(name)).exclude(pk=row.pk).first()
    if there is not None:
        raise refusal("tournament.template-exists", name=there.name)
    row.name, row.key = name, _key(name)
    try:
        with transaction.atomic():
            row.save(update_fields=("name", "key"))
    except IntegrityError as error:  # another director was faster
        raise refusal("tournament.template-exists", name=name) from error
    return row


@transaction.atomic
def remove_template(*, by: Player, template_id: int) -> None:
    """Remove a template; tournaments announced by it stay. Only a director may."""
    require_director(by)
    _locked(template_id).delete()


def _locked(template_id: int) -> TermsTemplate:
    get_template(template_id)
    row = TermsTemplate.objects.select_for_update().filter(pk=template_id).first()
    if row is None:
        raise refusal("tournament.no-such-template")
    return row


def _checked(name: str) -> str:
    name = tidied(name)
    if not name:
        raise refusal("tournament.name-missing")
    if len(name) > announcing.NAME_LENGTH:
        raise refusal("tournament.name-too-long", limit=announcing.NAME_LENGTH, length=len(name))
    if why := why_not(name):
        raise Refused(why)
    return name


def _key(name: str) -> str:
    return normalize("NFKC", name).casefold()[:320]
