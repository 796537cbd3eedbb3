"""The database backend of the club on PostgreSQL (`ENGINE`): Django's own, with a health check that asks nobody."""

from __future__ import annotations

import select

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that knows by its socket whether the server has left it."""

    def is_usable(self) -> bool:
        """Whether the server still holds its end of the connection.

        Django sends a query to find out, before the first one of each request. A server that ends a connection, or is
        killed, leaves something to read on its socket, if only the end; on a connection at rest there is nothing.
        """
        plain = self.connection
        if plain is None or plain.closed or plain.broken:
            return False
        waiting = select.poll()
        waiting.register(plain.fileno(), select.POLLIN | select.POLLHUP | select.POLLERR)
        return not waiting.poll(0)
