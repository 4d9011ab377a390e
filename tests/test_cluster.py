"""The work given to a Dask cluster: the same lines as on one core, whatever is lost on the way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from rulebook.library import book, names
from verifier.audit import Desk, cluster
from verifier.audit.run import BATCH
from verifier.audit.stream import Item, items
from verifier.cli import main

distributed = pytest.importorskip("distributed")

NIGHT = "examples/audit/club-night.kal"
SCRIPT = """
from verifier.audit import cluster
from verifier.cli import main
cluster.WAIT = 2
main(prog_name="kalooki")
"""
COMMAND = [sys.executable, "-c", SCRIPT, "audit", "--lang", "en"]
BY_ITSELF = ["--no-dashboard", "--dashboard-address", "127.0.0.1:0", "--host", "127.0.0.1"]
NOWHERE = "tcp://127.0.0.1:9"
"""No one listens at this port."""
SOON = 20
"""Seconds that nothing here takes."""


def run(*arguments: str, lang: str = "en") -> Result:
    return CliRunner().invoke(main, ["audit", *arguments, "--lang", lang])


def until(so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SOON
    while not so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def begun(file: Path) -> bool:
    return file.exists() and file.stat().st_size > 0


def stands_still(file: Path) -> int:
    """Waits until a file has not grown for a while; its size."""
    sizes = [-1]

    def still() -> bool:
        sizes.append(file.stat().st_size)
        return len(sizes) > 40 and len(set(sizes[-40:])) == 1

    until(still)
    return sizes[-1]


class Processes:
    """A scheduler and workers, each a process; and the audit that they are there for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._all: list[subprocess.Popen[bytes]] = []

    def begin(self) -> None:
        file = self.folder / "scheduler.json"
        self.scheduler = self._start("dask_scheduler", "--port", "0", "--scheduler-file", str(file))
        until(lambda: file.exists() and file.read_text().endswith("}"))
        self.address: str = json.loads(file.read_text())["address"]

    def worker(self, folder: Path | None = None) -> subprocess.Popen[bytes]:
        alone = ("--no-nanny", "--nthreads", "1", "--local-directory", str(self.folder))
        return self._start("dask_worker", self.address, *alone, folder=folder)

    def _start(self, program: str, *arguments: str, folder: Path | None = None) -> subprocess.Popen[bytes]:
        return self.start([sys.executable, "-m", f"distributed.cli.{program}", *arguments, *BY_ITSELF], folder)

    def start(self, command: list[str], folder: Path | None = None) -> subprocess.Popen[bytes]:
        started = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=folder)
        self._all.append(started)
        return started

    def end(self) -> None:
        for process in self._all:
            process.kill()
        for process in self._all:
            process.communicate(timeout=SOON)


@pytest.fixture
def processes(tmp_path: Path) -> Iterator[Processes]:
    started = Processes(tmp_path)
    try:
        started.begin()
        yield started
    finally:
        started.end()


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Any]:
    """A scheduler and a worker of two threads in this process."""
    with distributed.LocalCluster(
        n_workers=1,
        threads_per_worker=2,
        processes=False,
        protocol="tcp",
        dashboard_address="127.0.0.1:0",
        local_directory=str(tmp_path),
    ) as started:
        yield started


def close_worker(here: Any) -> None:
    here.sync(here.workers[0].close)
    until(lambda: not here.scheduler.workers)


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eight hundred records."""
    path = tmp_path_factory.mktemp("many") / "many.kal"
    path.write_text("\n---\n".join(Path(NIGHT).read_text(encoding="utf-8").split("---\n") * 200), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def whole(many: Path) -> bytes:
    """What one process writes of them."""
    out = many.with_suffix(".jsonl")
    run(str(many), "--out", str(out), "--jobs", "1")
    return out.read_bytes()


# ---------------------------------------------------------------------------------------- what is lost


def test_a_worker_is_killed(processes: Processes, many: Path, whole: bytes, tmp_path: Path) -> None:
    """It is stopped first, until nothing goes on without it: so what is waited for is lost with it."""
    workers = [processes.worker(), processes.worker()]
    with distributed.Client(processes.address, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=SOON)
    out = tmp_path / "out.jsonl"
    audit = processes.start([*COMMAND, str(many), "--out", str(out), "--cluster", processes.address])
    until(lambda: begun(out))
    os.kill(workers[0].pid, signal.SIGSTOP)
    size = stands_still(out)
    assert audit.poll() is None
    workers[0].kill()
    said = audit.communicate(timeout=SOON)
    assert (audit.returncode, workers[1].poll()) == (2, None), said
    assert 0 < size < out.stat().st_size
    assert out.read_bytes() == whole


def test_the_scheduler_is_killed(processes: Processes, many: Path, whole: bytes, tmp_path: Path) -> None:
    """The run ends in words, and goes on without a cluster."""
    processes.worker()
    out = tmp_path / "out.jsonl"
    audit = processes.start([*COMMAND, str(many), "--out", str(out), "--cluster", processes.address])
    until(lambda: begun(out))
    processes.scheduler.kill()
    _, said = audit.communicate(timeout=SOON)
    assert audit.returncode == 70
    assert said.startswith(b"the scheduler of the cluster was lost") and said.count(b"\n") == 1
    assert 0 < out.stat().st_size < len(whole)
    run(str(many), "--out", str(out), "--resume", "--jobs", "1")
    assert out.read_bytes() == whole


def test_the_last_worker_goes(here: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "WAIT", 1)
    there = cluster.Cluster(here.scheduler_address)
    try:
        found = there.audit(list(items([NIGHT])) * 150, desk())
        next(found)
        close_worker(here)
        with pytest.raises(cluster.ClusterTrouble) as trouble:
            list(found)
        assert trouble.value.why == "no worker"
    finally:
        there.close()


# ---------------------------------------------------------------------------------------- what stays


def desk() -> Desk:
    return Desk(tuple(map(book, names())))


def test_no_more_is_out_than_the_workers_need(here: Any) -> None:
    """Of a long stream only some batches are read before the first result; no result is kept on the cluster."""
    read: list[Item] = []

    def stream() -> Iterator[Item]:
        for item in list(items([NIGHT])) * 200:
            read.append(item)
            yield item

    there = cluster.Cluster(here.scheduler_address)
    try:
        kept, ahead = [], []
        for number, result in enumerate(there.audit(stream(), desk())):
            assert result.line == read[number].line
            ahead.append(len(read) - number)
            if number % BATCH == BATCH - 1:
                kept.append(len(here.scheduler.tasks))
        assert len(ahead) == len(read) == 800
        assert BATCH < max(ahead) <= 5 * BATCH
        assert len(kept) == 8 and max(kept) <= 6
    finally:
        there.close()
    until(lambda: not here.scheduler.tasks)


# ---------------------------------------------------------------------------------------- what cannot be


@pytest.mark.parametrize(("lang", "words"), [("en", "no scheduler of a Dask cluster"), ("fr", "aucun ordonnanceur")])
def test_no_scheduler(lang: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of results that is there is left as it is."""
    monkeypatch.setattr(cluster, "WAIT", 1)
    out = tmp_path / "out.jsonl"
    out.write_text("what was there")
    for address in (NOWHERE, "nonsense", "http://127.0.0.1:9", ""):
        found = run(NIGHT, "--cluster", address, "--out", str(out), lang=lang)
        assert (found.exit_code, found.stdout, found.stderr.count("\n")) == (2, "", 1)
        assert found.stderr.startswith(address) and words in found.stderr
    assert out.read_text() == "what was there"


def test_the_extra_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    for lang in ("en", "fr"):
        found = run(NIGHT, "--cluster", NOWHERE, lang=lang)
        assert (found.exit_code, found.stdout, found.stderr.count("\n")) == (2, "", 1)
        assert "pip install 'kalooki[cluster]'" in found.stderr


def test_no_worker_and_no_scheduler_but_a_worker(here: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "WAIT", 1)
    assert "no scheduler" in run(NIGHT, "--cluster", here.workers[0].address).stderr
    close_worker(here)
    found = run(NIGHT, "--cluster", here.scheduler_address)
    assert (found.exit_code, "has had no worker for 1 seconds" in found.stderr) == (2, True)


def test_another_version_on_a_worker(processes: Processes, tmp_path: Path) -> None:
    """As its installation says it, which is looked for where the worker is first."""
    (tmp_path / "kalooki-9.9.dist-info").mkdir()
    (tmp_path / "kalooki-9.9.dist-info" / "METADATA").write_text("Name: kalooki\nVersion: 9.9\n")
    processes.worker(tmp_path)
    found = run(NIGHT, "--cluster", processes.address)
    assert (found.exit_code, found.stdout) == (2, "")
    assert "has another version of kalooki, 9.9" in found.stderr


def test_another_version_on_a_worker_that_came_later(here: Any) -> None:
    with distributed.Client(here.scheduler_address, set_as_default=False) as client:
        given = client.submit(cluster._several, [], desk(), "9.9", pure=False)
        with pytest.raises(cluster.ClusterTrouble, match="other kalooki"):
            given.result(timeout=SOON)


def test_either_processes_or_a_cluster() -> None:
    found = run(NIGHT, "--cluster", NOWHERE, "--jobs", "2")
    assert (found.exit_code, "leave one of them out" in found.stderr) == (2, True)


def test_nothing_of_it_is_loaded_without_a_cluster() -> None:
    code = "import sys, verifier.commands.audit, verifier.audit.cluster; sys.exit('distributed' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
