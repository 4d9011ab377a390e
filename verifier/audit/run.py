"""Many records, on one core or on all of them; results come in the order of the records."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import chain, islice
from threading import Thread

from verifier.audit.one import Desk, Result, one
from verifier.audit.stream import Item

BATCH = 100
"""Records that one core gets at a time."""


def audit(items: Iterable[Item], desk: Desk, jobs: int = 1) -> Iterator[Result]:
    """Replays every record, in order. With several jobs, so many processes share the work, a batch at a time; one batch
    is not worth a second process."""
    batches = in_batches(items)
    first = next(batches, [])
    if jobs <= 1 or len(first) < BATCH:
        yield from (one(item, desk) for batch in chain([first], batches) for item in batch)
        return
    pool = ProcessPoolExecutor(jobs, initializer=_sit_down, initargs=(desk,))
    try:
        waiting: deque[Future[list[Result]]] = deque()
        for batch in chain([first], batches):
            waiting.append(pool.submit(_several, batch))
            if len(waiting) > 2 * jobs:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def in_batches(items: Iterable[Item]) -> Iterator[list[Item]]:
    """What one core gets at a time."""
    source = iter(items)
    while batch := list(islice(source, BATCH)):
        yield batch


_desk: Desk | None = None


def _sit_down(desk: Desk) -> None:
    """In each process, once. An interrupt is the parent's affair; without the parent there is nothing left to do."""
    global _desk
    _desk = desk
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _several(batch: Sequence[Item]) -> list[Result]:
    assert _desk is not None
    return [one(item, _desk) for item in batch]
