"""Runs on a real Dask scheduler with worker processes on loopback."""

import json
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack

import pytest
from runs import MINEBOT, called, games_in, without_seconds

from minebot.errors import CrewLost
from minebot.simulation.cluster import TIMEOUT
from minebot.simulation.cluster import cluster as joined

SETTINGS = ["simulate", "--level", "beginner", "--seed", "5"]


def started(stack, *command):
    """A process of the cluster, killed at the end."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = stack.enter_context(subprocess.Popen([sys.executable, "-m", *command], **quiet))
    stack.callback(process.kill)
    return process


def a_scheduler(stack):
    """A scheduler of its own, and its address, once it listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    scheduler = started(
        stack,
        "distributed.cli.dask_scheduler",
        "--host",
        "127.0.0.1",
        "--port",
        str(port),
        "--no-dashboard",
        "--no-show",
    )
    deadline = time.monotonic() + 30
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            assert time.monotonic() < deadline
            time.sleep(0.1)
        else:
            return scheduler, f"tcp://127.0.0.1:{port}"


def a_worker(stack, address):
    """A worker process with one thread."""
    return started(
        stack,
        "distributed.cli.dask_worker",
        address,
        "--nthreads",
        "1",
        "--no-nanny",
        "--no-dashboard",
        "--host",
        "127.0.0.1",
    )


@pytest.fixture
def cluster():
    """A scheduler with two workers, each a process: (scheduler, workers, address)."""
    with ExitStack() as stack:
        scheduler, address = a_scheduler(stack)
        workers = [a_worker(stack, address) for _ in range(2)]
        joined = f"from distributed import Client; Client({address!r}).wait_for_workers(2, timeout=60)"
        subprocess.run([sys.executable, "-c", joined], check=True, capture_output=True)
        yield scheduler, workers, address


def running(path, address, games):
    """A run on a cluster, once it has kept some games."""
    command = [*MINEBOT, *SETTINGS, "--games", str(games), "--cluster", address, "--outcomes", str(path), "--json"]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 60
    while not path.exists() or path.stat().st_size < 500:
        assert run.poll() is None, run.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return run


def test_a_cluster_plays_what_one_process_plays_also_when_a_worker_dies(cluster, tmp_path):
    """One of the workers is killed in mid-run: nothing is lost, and nothing is counted twice."""
    _, workers, address = cluster
    here, there = tmp_path / "here.csv", tmp_path / "there.csv"
    games = games_in(4)
    with running(there, address, games) as run:
        workers[0].kill()
        printed, complaint = run.communicate(timeout=120)
    assert run.returncode == 0, complaint
    document = json.loads(printed)
    assert document["games"] == games
    subprocess.run(
        [*MINEBOT, *SETTINGS, "--games", str(games), "--outcomes", str(here)], check=True, capture_output=True
    )
    assert without_seconds(there) == without_seconds(here)


def test_a_cluster_that_goes_away_loses_nothing(cluster, tmp_path):
    """One sentence, exit code 1, and what was answered is kept, for --resume without the cluster."""
    scheduler, _, address = cluster
    here, there = tmp_path / "here.csv", tmp_path / "there.csv"
    with running(there, address, 100_000_000) as run:
        scheduler.kill()
        printed, complaint = run.communicate(timeout=120)
    assert run.returncode == 1
    assert b"is gone" in complaint, complaint.decode()
    assert b"--resume" in complaint
    assert b"Traceback" not in complaint
    assert json.loads(printed)["games"] == len(without_seconds(there)) - 1
    games = str(json.loads(printed)["games"] + 50)
    for path, more in ((there, ["--resume"]), (here, [])):
        command = [*MINEBOT, *SETTINGS, "--games", games, "--outcomes", str(path), *more]
        subprocess.run(command, check=True, capture_output=True)
    assert without_seconds(there) == without_seconds(here)


def asked_after(address, happens):
    """Ask a crew on the cluster, after something happens, whether answers will come, for half a minute."""
    with joined(address) as crew:
        happens()
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            crew.check()


def test_a_cluster_whose_workers_all_go_away_has_none(cluster):
    """The scheduler is there, and nobody who plays: a sentence of its own."""
    _, workers, address = cluster
    with pytest.raises(CrewLost, match="no workers any more"):
        asked_after(address, lambda: [worker.kill() for worker in workers])


@pytest.mark.parametrize("seconds", [0, TIMEOUT + 2])
def test_a_scheduler_that_goes_away_is_no_lack_of_workers(cluster, seconds):
    """Neither at once, while the client tries to find it again, nor when the client has closed itself."""
    scheduler, _, address = cluster
    with pytest.raises(CrewLost, match="is gone"):
        asked_after(address, lambda: (scheduler.kill(), time.sleep(seconds)))


def test_ctrl_c_ends_a_run_on_a_cluster(cluster, tmp_path):
    """As it ends one here: exit code 130, and the file agrees with the summary."""
    _, _, address = cluster
    path = tmp_path / "games.csv"
    with running(path, address, 100_000_000) as run:
        run.send_signal(signal.SIGINT)
        printed, complaint = run.communicate(timeout=60)
    assert run.returncode == 130
    assert b"Traceback" not in complaint
    assert json.loads(printed)["games"] == len(without_seconds(path)) - 1


def test_a_cluster_that_is_not_there_is_a_sentence():
    """No scheduler at the address; what is no address; a scheduler without workers."""
    with ExitStack() as stack:
        _, empty = a_scheduler(stack)
        addresses = ["tcp://127.0.0.1:1", "nowhere", "odd://x:1", empty]
        commands = [[*MINEBOT, *SETTINGS, "--cluster", address] for address in addresses]
        runs = [subprocess.Popen(each, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for each in commands]
        for address, run in zip(addresses, runs, strict=True):
            printed, complaint = run.communicate(timeout=60)
            assert (run.returncode, printed) == (1, b"")
            assert address.encode() in complaint
            assert len(complaint.splitlines()) == 1, complaint


def test_without_the_extra_it_is_said_how_to_get_it(monkeypatch):
    """The library distributed is not there: one sentence that names minebot[cluster]."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "minebot.simulation.cluster", raising=False)
    ran = called(["minebot", *SETTINGS, "--cluster", "tcp://127.0.0.1:1"])
    assert ran.returncode == 1
    assert b"minebot[cluster]" in ran.stderr
