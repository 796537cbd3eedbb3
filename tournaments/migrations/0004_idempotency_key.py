from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0003_fill_up_with_bots'),
    ]

    operations = [
        migrations.RenameField('tournament', 'once', 'idempotency_key'),
    ]
