from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0044_bot_accounts'),
    ]

    operations = [
        migrations.AddField(
            model_name='apitoken',
            name='tournament',
            field=models.PositiveBigIntegerField(blank=True, null=True),
        ),
    ]
