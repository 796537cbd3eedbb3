"""Disputes and their positions are rows of games now; those on screens are a view of them here."""

from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0034_filed_disputes'),
        ('replays', '0015_line_of_analyses'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(state_operations=[
            migrations.DeleteModel(name='Precedent'),
            migrations.DeleteModel(name='Dispute'),
        ]),
        migrations.CreateModel(
            name='Dispute',
            fields=[],
            options={
                'verbose_name': 'dispute',
                'verbose_name_plural': 'disputes',
                'proxy': True,
                'indexes': [],
                'constraints': [],
            },
            bases=('games.fileddispute',),
        ),
    ]
