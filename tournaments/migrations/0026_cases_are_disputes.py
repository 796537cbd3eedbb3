"""The cases of real cards become disputes beside those on screens.

It has a migration of its own: PostgreSQL changes no table in the transaction that has just written to it.
"""

import json

from django.db import migrations

PROPOSED = 'tournament.discard-proposed'
DECIDED = ('signed', 'unsigned', 'ruled', 'appealed', 'withdrawn')


def proposed(events, case):
    """Return the outcome that waits for a signature, by the events of the case; empty where none does."""
    names = [PROPOSED, *(f'tournament.discard-{one}' for one in DECIDED)]
    waits = ''
    found = events.filter(stream=f'tournament-{case.tournament_id}', name__in=names, position__gt=case.pk)
    for name, payload in found.order_by('version').values_list('name', 'payload'):
        said = json.loads(payload)
        if said['deal_id'] == case.deal_id:
            waits = said['outcome'] if name == PROPOSED else ''
    if waits in ('yes', 'no'):
        return 'upheld' if (waits == 'yes') == case.penalty else 'reversed'
    return 'voided' if waits == 'void' else waits


def copy(apps, schema_editor):
    cases = apps.get_model('tournaments', 'PaperCase').objects.select_related('tournament')
    events = apps.get_model('log', 'Event').objects
    disputes = apps.get_model('games', 'FiledDispute').objects
    precedents = apps.get_model('games', 'Precedent').objects
    reported = apps.get_model('tournaments', 'ReportedDiscard').objects
    for case in cases.order_by('pk'):
        seat, player, reason = case.said[0]
        waits = case.appealed or not case.outcome
        first = not waits and case.rulings == 1
        running = first and case.tournament.status == 'running'
        until = case.tournament.appeal_until if running else case.until
        disputes.create(
            id=case.pk,
            deal_id=case.deal_id,
            real_cards=True,
            number=1,
            discard=0,
            seat=seat,
            filed_by_id=player,
            filed_at=case.filed_at,
            reason=reason,
            status='open' if waits else case.outcome,
            section='' if waits else case.section,
            ruling='' if waits else case.reason,
            referee_id=None if waits else case.referee_id,
            ruled_at=None if waits else case.ruled_at,
            until=until if first else None,
            provisional=running and until is None,
            rule_by=case.rule_by,
            asked_at=case.asked_at,
            asked_version=case.asked_version,
            appealed=case.appealed or case.rulings > 1,
            # An appeal says who appealed by the seat alone.
            proposed=proposed(events, case),
            joined=[one for one, member, _words in case.said[1:] if member is not None],
        )
        precedents.create(
            dispute_id=case.pk,
            alike=case.alike,
            seat=case.seat,
            card=case.card,
            penalty=case.penalty,
            position=case.position,
        )
        reported.create(
            dispute_id=case.pk,
            tournament_id=case.tournament_id,
            round=case.round,
            table=case.table,
            said=case.said,
        )


class Migration(migrations.Migration):

    dependencies = [
        ('log', '0007_watch_of_the_night'),
        ('tournaments', '0025_reported_discards'),
    ]

    operations = [
        migrations.RunPython(copy, migrations.RunPython.noop),
    ]
