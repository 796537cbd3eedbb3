"""The embedded default: one process that starts, watches and stops everything a club needs.

`python -m tusac_site.local` starts, in this order: the broker (unless REDIS_URL names one),
the preparation (migrations, demo club, static files), and then side by side the web server, the
Celery worker and Celery's beat. It needs no server installed by hand and leaves none running.
"""
