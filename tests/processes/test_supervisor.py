"""The supervisor's parts that need no whole installation."""

import subprocess
import sys
import threading

import pytest

from tournament import posix, supervisor
from tournament.supervisor import Log, Running, Service, Supervisor


@pytest.fixture
def log(tmp_path):
    return Log(tmp_path / "web.log")


def test_errors_and_their_traces_are_picked_from_a_log(log):
    log.path.write_text(
        "2026-01-01 10:00:00,000 INFO web: served\n"
        "2026-01-01 10:00:01,000 ERROR web: broke\n"
        "Traceback (most recent call last):\n"
        "  boom\n"
        "2026-01-01 10:00:02,000 WARNING web: slow\n"
        "not an error\n"
        "2026-01-01 10:00:03,000 ERR"
    )

    assert log.new_errors() == [
        "2026-01-01 10:00:01,000 ERROR web: broke",
        "Traceback (most recent call last):",
        "  boom",
    ]
    with log.path.open("a") as file:
        file.write("OR web: again\n")
    assert log.new_errors() == ["2026-01-01 10:00:03,000 ERROR web: again"]
    assert log.new_errors() == []


def test_crash_without_a_log_record_is_an_error(log):
    log.path.write_text("Traceback (most recent call last):\nImportError: no module\n")

    assert len(log.new_errors()) == 2


def test_long_log_is_set_aside(log, monkeypatch):
    monkeypatch.setattr(supervisor, "LOG_BYTES", 10)
    with log.path.open("a") as file:
        file.write("x" * 20)
        file.flush()
        log.keep_small()
        file.write("fresh")

    assert log.path.read_text() == "fresh"
    assert log.path.with_suffix(".log.1").read_text() == "x" * 20


def test_pause_grows_and_is_short_again_after_a_steady_time(log):
    running = Running(Service("web", []), log)
    pauses = [running.plan_restart(0.0) for _ in range(9)]

    assert pauses == [0.5, 1, 2, 4, 8, 16, 30, 30, 30]
    assert running.plan_restart(supervisor.STEADY_SECONDS + 1) == 0.5


@pytest.mark.processes
def test_others_start_when_the_first_is_open(tmp_path):
    sleep = [sys.executable, "-c", "import time; time.sleep(60)"]
    is_open: list[bool] = []
    boss = Supervisor(
        [Service("web", sleep), Service("live", sleep)],
        tmp_path, tmp_path / "log", lambda _: None, lambda: bool(is_open),
    )  # fmt: skip

    def started():
        boss.tick()
        return [running.service.name for running in boss.running if running.process]

    try:
        assert started() == ["web"]
        assert started() == ["web"]
        is_open.append(True)
        assert started() == ["web", "live"]
        is_open.clear()
        assert started() == ["web", "live"]
    finally:
        boss.stop_all()


@pytest.mark.processes
def test_stubborn_process_and_its_child_are_killed(tmp_path, monkeypatch):
    monkeypatch.setattr(supervisor, "STOP_SECONDS", 1.0)
    code = (
        "import signal, subprocess, sys, time;"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN);"
        "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']);"
        "print('ready', flush=True); time.sleep(60)"
    )
    said: list[str] = []
    boss = Supervisor(
        [Service("deaf", [sys.executable, "-c", code])], tmp_path, tmp_path / "log", said.append
    )
    boss.tick()
    process = boss.running[0].process
    assert process is not None
    ready = threading.Event()
    for _ in range(100):
        if "ready" in boss.running[0].log.path.read_text():
            ready.set()
            break
        ready.wait(0.1)
    assert ready.is_set()

    boss.stop_all()

    assert process.returncode == -9
    for _ in range(50):
        if not posix.group_lives(process.pid):
            break
        threading.Event().wait(0.1)
    assert not posix.group_lives(process.pid)


def test_lock_is_held_by_one(tmp_path):
    first = posix.try_lock(tmp_path / "lock")
    assert first is not None
    assert posix.try_lock(tmp_path / "lock") is None

    first.close()

    again = posix.try_lock(tmp_path / "lock")
    assert again is not None
    again.close()


@pytest.mark.processes
def test_child_of_a_dead_parent_ends_at_once():
    gone = subprocess.run(
        [sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True
    )

    child = subprocess.run(
        [
            sys.executable,
            "-c",
            f"from tournament import posix; posix.follow({gone.stdout.decode().strip()!r})",
        ],
        check=False,
    )

    assert child.returncode == 1


@pytest.mark.processes
def test_signal_stops_it_whenever_it_comes(tmp_path):
    """Many signals at odd moments: the handler and the loop share a thread, and must not wait for each other."""
    code = (
        "import sys; from pathlib import Path; from tournament import supervisor;"
        "supervisor.TICK_SECONDS = 0;"
        "folder = Path(sys.argv[1]);"
        "boss = supervisor.Supervisor([], folder, folder, print);"
        "boss.run(ready=lambda: print('ready', flush=True))"
    )
    for _ in range(10):
        with subprocess.Popen(
            [sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE, text=True
        ) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            process.terminate()
            try:
                assert process.wait(timeout=5) == 0
            finally:
                process.kill()
