"""Runs a Celery worker with beat in a thread: `python -m tusac_site.local.clubs.clocked_worker …`, as `celery`."""

import os
import signal
from threading import Thread

from celery import Celery
from celery.__main__ import main
from celery.beat import Service
from celery.signals import worker_ready
from celery.worker.consumer import Consumer


@worker_ready.connect  # type: ignore[untyped-decorator]  # celery has no types
def start_beat(sender: Consumer, **_signal: object) -> None:
    """Start beat in a thread of this worker, once it is ready."""
    Thread(target=_beat, args=(sender.app,), name="beat", daemon=True).start()


def _beat(app: Celery) -> None:
    """Run beat. If it ever ends, end the worker too; the supervisor then restarts both."""
    try:
        Service(app, scheduler_cls=app.conf.beat_scheduler, remote_control=False).start()
    finally:
        os.kill(os.getpid(), signal.SIGTERM)


if __name__ == "__main__":
    main()
