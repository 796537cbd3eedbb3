"""The embedded default: one process that starts, watches and stops everything a club needs.

`python -m tusac_site.local` starts, in this order: the broker (unless REDIS_URL names one),
the preparation (migrations, demo club, static files), the web server, and then side by side the
Celery workers and Celery's beat. It needs no server installed by hand and leaves none running.
"""
