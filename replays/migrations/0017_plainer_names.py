from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('replays', '0016_disputes_of_games'),
    ]

    operations = [
        migrations.RenameModel(old_name='Kept', new_name='CollectionItem'),
        migrations.RenameModel(old_name='FoundBits', new_name='TermBitmap'),
    ]
