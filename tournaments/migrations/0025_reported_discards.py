import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0034_filed_disputes'),
        ('tournaments', '0024_terms'),
    ]

    operations = [
        migrations.CreateModel(
            name='ReportedDiscard',
            fields=[
                ('dispute', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='reported', serialize=False, to='games.fileddispute')),
                ('round', models.PositiveSmallIntegerField()),
                ('table', models.PositiveSmallIntegerField()),
                ('said', models.JSONField(default=list)),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.tournament')),
            ],
        ),
    ]
