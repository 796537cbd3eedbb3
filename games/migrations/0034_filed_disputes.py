"""Disputes and their positions move here from replays, tables and all: those with real cards are beside them now."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.models.disputes


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0033_names_that_look_alike'),
        ('replays', '0015_line_of_analyses'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(state_operations=[
            migrations.CreateModel(
                name='FiledDispute',
                fields=[
                    ('id', models.BigIntegerField(primary_key=True, serialize=False)),
                    ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                    ('discard', models.PositiveIntegerField(verbose_name='discard')),
                    ('seat', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='seat')),
                    ('filed_at', models.DateTimeField(verbose_name='filed')),
                    ('reason', models.CharField(max_length=1000, verbose_name='reason')),
                    ('status', models.CharField(choices=games.models.disputes.statuses, db_index=True, max_length=10, verbose_name='status')),
                    ('section', models.CharField(blank=True, max_length=20, verbose_name='section')),
                    ('ruling', models.CharField(blank=True, max_length=1000, verbose_name='reason of the ruling')),
                    ('ruled_at', models.DateTimeField(blank=True, null=True, verbose_name='ruled')),
                    ('ruling_version', models.PositiveIntegerField(blank=True, null=True)),
                    ('until', models.DateTimeField(blank=True, null=True, verbose_name='appeal until')),
                    ('rule_by', models.DateTimeField(blank=True, null=True, verbose_name='to be ruled on by')),
                    ('asked_at', models.DateTimeField(blank=True, null=True)),
                    ('asked_version', models.PositiveIntegerField(blank=True, null=True)),
                    ('appealed', models.BooleanField(default=False, verbose_name='appealed')),
                    ('joined', models.JSONField(blank=True, default=list)),
                    ('proposed', models.CharField(blank=True, max_length=10)),
                    ('deal', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='disputes', to='games.deal', verbose_name='deal')),
                    ('filed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='filed by')),
                    ('referee', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='referee')),
                ],
                options={'db_table': 'replays_dispute', 'ordering': ['-filed_at', '-id']},
            ),
            migrations.CreateModel(
                name='Precedent',
                fields=[
                    ('dispute', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='precedent', serialize=False, to='games.fileddispute')),
                    ('alike', models.CharField(db_index=True, max_length=120)),
                    ('seat', models.PositiveSmallIntegerField()),
                    ('card', models.CharField(max_length=2)),
                    ('penalty', models.BooleanField()),
                    ('position', models.JSONField()),
                ],
                options={'db_table': 'replays_precedent'},
            ),
            migrations.AddConstraint(
                model_name='fileddispute',
                constraint=models.UniqueConstraint(fields=('deal', 'number'), name='replays_dispute_number'),
            ),
        ]),
        migrations.AddField(
            model_name='fileddispute',
            name='real_cards',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='fileddispute',
            name='provisional',
            field=models.BooleanField(default=False),
        ),
    ]
