"""The servers that the tests start are real, and come back after a kill."""

import psycopg
import redis

from tests.support.servers import Server, wait_until


def test_postgres_keeps_what_was_committed_over_a_kill(postgres_server: Server) -> None:
    with psycopg.connect(postgres_server.url, autocommit=True) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS kept (word text)")
        connection.execute("INSERT INTO kept VALUES ('khạp')")
    postgres_server.kill()
    postgres_server.start()
    with psycopg.connect(postgres_server.url) as connection:
        assert connection.execute("SELECT word FROM kept").fetchone() == ("khạp",)


def test_redis_answers_again_after_a_kill(redis_server: Server) -> None:
    client = redis.Redis.from_url(redis_server.url)
    client.set("word", "khui")
    redis_server.kill()
    redis_server.start()
    wait_until(client.ping, "redis answers")
    client.close()
