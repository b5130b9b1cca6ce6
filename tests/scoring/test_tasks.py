"""Sending work: after the commit, once, and never so that the person at the table waits."""

import socket
import time

import pytest
from django.db import connection, transaction

from scoring import tasks
from scoring.domain.jobs import request_job
from scoring.models import Job
from tests.scenes import registered
from tournament import broker, sqlite_queue
from tournament.signals import results_changed

PATIENCE = 1.5


@pytest.fixture
def broker_at(settings):
    """Publish for real, to the address given."""
    tasks.fuse.reset()
    settings.PUBLISHING = True

    def use(url):
        settings.CELERY = settings.CELERY | {"broker_url": url}

    yield use
    tasks.fuse.reset()


@pytest.fixture
def silent_port():
    """A port that accepts connections and says nothing."""
    with socket.create_server(("127.0.0.1", 0), backlog=50) as server:
        yield server.getsockname()[1]


@pytest.fixture
def refused_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = server.getsockname()
    return address[1]


def change(tournament_id):
    results_changed.send(sender=None, tournament_id=tournament_id)


def commit(capture, *tournament_ids):
    with capture(execute=True):
        for tournament_id in tournament_ids:
            change(tournament_id)


@pytest.mark.django_db
class TestAfterCommit:
    def test_is_sent_once_for_each_tournament(self, published, django_capture_on_commit_callbacks):
        commit(django_capture_on_commit_callbacks, 7, 8, 7, 7)

        assert published == [("recompute_standings", (7,)), ("recompute_standings", (8,))]

    def test_is_not_sent_before(self, published):
        change(7)

        assert published == []

    def test_is_sent_again_in_the_next_transaction(self, published, django_capture_on_commit_callbacks):
        commit(django_capture_on_commit_callbacks, 7)
        commit(django_capture_on_commit_callbacks, 7)

        assert len(published) == 2

    def test_change_in_a_savepoint_rolled_back_does_not_swallow_the_next(
        self, published, django_capture_on_commit_callbacks
    ):
        with django_capture_on_commit_callbacks(execute=True):
            savepoint = transaction.savepoint()
            connection.savepoint_ids.append(savepoint)
            change(7)
            connection.savepoint_ids.pop()
            transaction.savepoint_rollback(savepoint)
            connection.run_on_commit = [hook for hook in connection.run_on_commit if savepoint not in hook[0]]
            change(7)

        assert published == [("recompute_standings", (7,))]

    def test_change_inside_a_savepoint_after_one_outside_is_sent_once(
        self, published, django_capture_on_commit_callbacks
    ):
        with django_capture_on_commit_callbacks(execute=True):
            change(7)
            with transaction.atomic():
                change(7)

        assert published == [("recompute_standings", (7,))]


@pytest.mark.django_db
class TestBrokerInTrouble:
    def test_silent_broker_holds_an_entry_for_a_moment_only(
        self, broker_at, silent_port, django_capture_on_commit_callbacks, caplog
    ):
        broker_at(f"redis://127.0.0.1:{silent_port}/0")
        start = time.monotonic()

        commit(django_capture_on_commit_callbacks, 7)

        assert time.monotonic() - start < PATIENCE
        assert "Could not send scoring.tasks.recompute_standings(7,)" in caplog.text

    def test_refusing_broker_costs_nothing(self, broker_at, refused_port, django_capture_on_commit_callbacks):
        broker_at(f"redis://127.0.0.1:{refused_port}/0")
        start = time.monotonic()

        commit(django_capture_on_commit_callbacks, 7)

        assert time.monotonic() - start < PATIENCE
        assert tasks.fuse.is_blown

    def test_locked_queue_file_holds_an_entry_for_a_moment_only(self, broker_at, tmp_path):
        import sqlite3
        from contextlib import closing

        url = f"{broker.SCHEME}{tmp_path / 'broker.sqlite3'}"
        broker.prepare(url)
        broker_at(url)
        with closing(sqlite3.connect(tmp_path / "broker.sqlite3", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            start = time.monotonic()

            assert not tasks.publish_job(1)

        assert time.monotonic() - start < PATIENCE

    @pytest.mark.usefixtures("published")
    def test_after_a_failure_the_broker_is_left_alone(self, monkeypatch):
        calls = []

        def fail(task, args):
            calls.append(args)
            raise OSError("no route")

        monkeypatch.setattr(tasks, "send", fail)

        assert [tasks.publish_job(number) for number in range(5)] == [False] * 5
        assert calls == [(0,)]

    def test_after_a_pause_it_is_tried_again(self, published, monkeypatch):
        tasks.fuse.blow()
        assert not tasks.publish_job(1)
        now = time.monotonic()
        monkeypatch.setattr(time, "monotonic", lambda: now + tasks.FUSE_SECONDS + 0.1)

        assert tasks.publish_job(2)
        assert published == [("run_job", (2,))]


def test_nothing_is_sent_when_publishing_is_off(monkeypatch, settings):
    monkeypatch.setattr(tasks, "send", lambda *_: pytest.fail("sent"))
    settings.PUBLISHING = False

    assert not tasks.publish_job(1)


class TestEmbeddedQueue:
    @pytest.fixture
    def url(self, tmp_path):
        return f"{broker.SCHEME}{tmp_path / 'broker.sqlite3'}"

    @pytest.fixture
    def queue(self, url, broker_at):
        """The queue `bulk`, read as a worker would."""
        from kombu import Connection

        broker.prepare(url)
        broker_at(url)
        with Connection(url) as connection:
            yield connection.SimpleQueue("bulk")
        sqlite_queue.forget_connections()

    def test_what_is_sent_arrives_in_order(self, queue):
        assert all(tasks.publish_job(number) for number in range(3))

        got = [queue.get(timeout=2) for _ in range(3)]

        assert [message.decode()[0] for message in got] == [[0], [1], [2]]

    def test_delivered_rows_are_purged_and_waiting_ones_kept(self, queue, url):
        for number in range(3):
            tasks.publish_job(number)
        queue.get(timeout=2).ack()

        assert broker.purge(url) == 1
        assert queue.qsize() == 2

    def test_purge_without_a_file_is_nothing(self, url):
        assert broker.purge(url) == 0
        assert broker.purge("redis://localhost") == 0


@pytest.mark.redis
def test_redis_round_trip(redis_url, broker_at):
    from kombu import Connection

    broker_at(redis_url)
    assert tasks.publish_job(41)

    with Connection(redis_url) as connection, connection.SimpleQueue("bulk") as queue:
        message = queue.get(timeout=2)
        message.ack()

    assert message.decode()[0] == [41]


@pytest.mark.django_db
def test_job_is_sent_when_its_row_is_stored(published, django_capture_on_commit_callbacks):
    tournament = registered(4)
    with django_capture_on_commit_callbacks(execute=True):
        job = request_job(kind=Job.Kind.WORKBOOK, tournament=tournament, actor=None, language="da")
        again = request_job(kind=Job.Kind.WORKBOOK, tournament=tournament, actor=None, language="da")
        assert published == []

    assert (job, published) == (again, [("run_job", (job.pk,))])
