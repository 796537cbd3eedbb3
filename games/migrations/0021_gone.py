from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0020_deals'),
    ]

    operations = [
        migrations.AddField(
            model_name='deal',
            name='unseen_until',
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
