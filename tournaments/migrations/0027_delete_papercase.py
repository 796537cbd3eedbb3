from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0026_cases_are_disputes'),
    ]

    operations = [
        migrations.DeleteModel(
            name='PaperCase',
        ),
    ]
