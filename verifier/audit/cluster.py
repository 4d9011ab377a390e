"""Many records on the workers of a Dask cluster, in the batches that the cores of one machine get.

The engine is `distributed`, the extra kalooki[cluster], imported when it is used: it gives out the batches, and those
of a lost worker once more.
"""

from __future__ import annotations

import asyncio
import logging
import warnings
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from importlib.metadata import PackageNotFoundError, version
from socket import gethostname
from typing import Any

from verifier.audit.one import Desk, Result, one
from verifier.audit.run import in_batches
from verifier.audit.stream import Item

WAIT = 9
"""For so many seconds a scheduler may be silent, or a cluster without workers."""
RETRIES = 2
"""So many times a batch that a worker could not take is given out again."""
_NAME = "kalooki"


class ClusterTrouble(Exception):
    """Why a cluster cannot do the work: a phrase of `kalooki audit`, where and what."""

    def __init__(self, why: str, where: str = "", what: str = "") -> None:
        super().__init__(why, where, what)
        self.why, self.where, self.what = why, where, what


class Cluster:
    """The cluster whose scheduler is at an address, with this version of kalooki on all of it. Raises `ClusterTrouble`,
    as all that is asked of it does."""

    def __init__(self, address: str) -> None:
        try:
            import distributed
        except ImportError:
            raise ClusterTrouble("no extra") from None
        _hush()
        try:
            asyncio.run(asyncio.wait_for(_find_scheduler(address), WAIT))
            self._client = distributed.Client(address, timeout=WAIT, set_as_default=False)
        except Exception as error:
            raise ClusterTrouble("no scheduler", address, _said(error)) from None
        try:
            with self._in_words():
                self._wait_for_worker()
                self._compare_versions()
        except ClusterTrouble:
            self.close()
            raise

    def close(self) -> None:
        """Leaves the cluster; nothing of the run stays there."""
        with suppress(Exception):
            self._client.close(WAIT)

    def audit(self, items: Iterable[Item], desk: Desk) -> Iterator[Result]:
        """Replays every record, in order. What was taken from a worker is kept nowhere."""
        for future in self._given_out(items, desk):
            with self._in_words():
                found = self._result(future)
                future.release()
            yield from found

    def _given_out(self, items: Iterable[Item], desk: Desk) -> Iterator[Any]:
        """The batches in order; two for each worker's thread are out, so that it has the next one at hand."""
        waiting: deque[Any] = deque()
        with self._in_words():
            laid = self._client.submit(_lay_out, desk, pure=False)
        for batch in in_batches(items):
            with self._in_words():
                waiting.append(self._client.submit(_several, batch, laid, version(_NAME), pure=False, retries=RETRIES))
                most = 2 * max(1, self._threads())
            while len(waiting) > most:
                yield waiting.popleft()
        while waiting:
            yield waiting.popleft()

    def _result(self, future: Any) -> Any:
        """What came of a batch, however long it takes, while there is a worker."""
        while True:
            try:
                return future.result(timeout=WAIT)
            except TimeoutError:
                self._wait_for_worker()

    def _wait_for_worker(self) -> None:
        if not self._threads():
            try:
                self._client.wait_for_workers(1, timeout=WAIT)
            except TimeoutError:
                raise ClusterTrouble("no worker", what=str(WAIT)) from None

    def _threads(self) -> int:
        """How many batches can be replayed at once, as the scheduler says it now."""
        return sum(self._client.sync(self._client.scheduler.ncores, callback_timeout=WAIT).values())

    def _compare_versions(self) -> None:
        """The scheduler reads the batches too."""
        found = self._client.run(version, _NAME, on_error="return")
        try:
            found[self._client.scheduler.address] = self._client.run_on_scheduler(version, _NAME)
        except PackageNotFoundError as error:
            found[self._client.scheduler.address] = error
        for where, there in found.items():
            if isinstance(there, PackageNotFoundError):
                raise ClusterTrouble("no kalooki", where)
            if isinstance(there, str) and there != version(_NAME):
                raise ClusterTrouble("other kalooki", where, there)

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        """Whatever the engine raises is trouble with the cluster."""
        try:
            yield
        except ClusterTrouble:
            raise
        except Exception as error:
            raise ClusterTrouble(self._why(error), what=_said(error)) from None

    def _why(self, error: Exception) -> str:
        if type(error).__name__ == "KilledWorker":
            return "worker killed"
        gone = isinstance(error, (CancelledError, OSError)) or self._client.status != "running"
        return "scheduler lost" if gone else "cluster failed"


def _hush() -> None:
    """What goes wrong is said here, in words."""
    warnings.filterwarnings("ignore", module="distributed")
    for name in ("distributed", "distributed.client"):
        logging.getLogger(name).setLevel(logging.CRITICAL)


def _said(error: Exception) -> str:
    said = str(error).strip() or (f"{WAIT} s" if isinstance(error, TimeoutError) else type(error).__name__)
    return said.splitlines()[0][:200]


async def _find_scheduler(address: str) -> None:
    """A client that cannot begin would not end in peace; so it begins only where there is a scheduler."""
    from distributed import Security, rpc

    async with rpc(address, connection_args=Security().get_connection_args("client")) as there:
        if (who := (await there.identity())["type"]) != "Scheduler":
            raise ValueError(who)


def _lay_out(desk: Desk) -> Desk:
    """On a worker: the desk, which lies there once, and is laid out anew if it is lost."""
    return desk


def _several(batch: Sequence[Item], desk: Desk, wanted: str) -> list[Result]:
    """On a worker, which may have come after the versions were compared."""
    if (found := version(_NAME)) != wanted:
        raise ClusterTrouble("other kalooki", gethostname(), found)
    return [one(item, desk) for item in batch]
