from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('log', '0002_append_only'),
    ]

    operations = [
        # The table keeps its name: processes of before the update still read it.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RenameModel('Checkpoint', 'FollowerPosition'),
                migrations.AlterModelTable('FollowerPosition', 'log_checkpoint'),
                migrations.AlterModelOptions(
                    'FollowerPosition',
                    {'verbose_name': "follower's position", 'verbose_name_plural': "followers' positions"},
                ),
            ],
        ),
    ]
