from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0046_the_database_s_defaults'),
    ]

    operations = [
        migrations.AddField(
            model_name='table',
            name='wants_bots',
            field=models.BooleanField(db_default=False, default=False, verbose_name='programs may join'),
        ),
    ]
