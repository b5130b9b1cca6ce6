"""`manage.py up`: everything starts, what dies comes back, nothing is left behind."""

import os
import signal
import sqlite3
import time
from contextlib import closing

import pytest

from tests.processes.hall import Hall, eventually

pytestmark = pytest.mark.processes


def nothing_left(hall):
    eventually(lambda: not hall.processes(), 5, "nothing left", hall.processes)


def test_start_second_start_and_stop(hall):
    hall.start()
    hall.wait_until_up()
    assert f"http://localhost:{hall.port}/" in hall.output()
    assert f"http://localhost:{hall.port}/director/phone/" in hall.output()
    assert {len(hall.named(part)) for part in ("serve", "celery --app tournament.celery beat")} == {1}

    second = hall.manage("up", "--port", str(hall.port + 1))
    assert second.returncode == 1
    assert "already running" in second.stderr
    assert "Traceback" not in second.stderr

    start = time.monotonic()
    hall.up.terminate()
    assert hall.up.wait(timeout=15) == 0
    assert time.monotonic() - start < 10
    nothing_left(hall)


def test_second_run_shows_the_first_page_within_five_seconds(hall):
    hall.start()
    hall.wait_until_up()
    hall.up.terminate()
    hall.up.wait(timeout=15)

    start = time.monotonic()
    hall.start()
    eventually(lambda: hall.page() == 200, 5, "the first page")

    assert time.monotonic() - start < 5


def test_killed_supervisor_leaves_no_orphan(hall):
    hall.start("--no-demo")
    hall.wait_until_up()
    assert len(hall.processes()) >= 5

    hall.up.kill()

    nothing_left(hall)


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    hall = Hall(tmp_path_factory.mktemp("running"))
    hall.start("--no-demo")
    hall.wait_until_up()
    yield hall
    hall.end()


class TestWhileRunning:
    """One installation for all that leaves it as it was."""

    def test_taken_port_is_named_and_nothing_is_started(self, running, tmp_path):
        other = Hall(tmp_path)

        result = other.manage("up", "--host", "127.0.0.1", "--port", str(running.port), "--no-demo")

        assert result.returncode == 1
        assert f"Port {running.port} cannot be used" in result.stderr
        assert not other.processes()

    def test_what_goes_to_the_embedded_queue_is_done(self, running):
        """The sweep goes every five seconds through beat, queue and live worker, and purges what was done."""

        def done():
            with closing(sqlite3.connect(running.var / "broker.sqlite3")) as queue:
                last, left = queue.execute("SELECT max(id), count(*) FROM kombu_message").fetchone()
            return (last or 0) >= 3 and left <= 2

        eventually(done, 30, "three sweeps sent, done and purged")

    @pytest.mark.parametrize("part", ["serve", "queues=live", "queues=bulk", " beat "])
    def test_killed_process_is_started_again(self, running, part):
        before = running.named(part)

        for number in before:
            os.kill(number, signal.SIGKILL)

        eventually(lambda: bool(running.named(part) - before), 10, f"{part} again")
        eventually(lambda: running.page() == 200, 10, "the page again")
