"""How fast deals are replayed beside what others read: python-chess reading PGN, PokerKit replaying PHH.

    python scripts/peers_speed.py [--deals N] [--games N] [--hands N] [--runs N]

Prints, measured in turn on the same machine, and for each the best of several runs:

- acts a second of `kalooki audit` on whole deals of every book, from record files and from JSON Lines, with the hit
  rate of every bounded cache on the way;
- moves a second of python-chess, which checks that each is legal, with a visitor that only counts;
- actions a second of PokerKit, going through all states of hands of no-limit hold'em;
- how much faster two processes are than one;
- each ratio beside its aim.

All records are made at random from fixed seeds. Every run is a process of its own that has read some other records
before and none of these: no cache knows a line because the same file was read before. An act is what a player is
written to do; that the end of each turn is judged too is not counted. Games differ, so the ratios only say what users
of such records are used to. If a package is not there, the rest is compared: pip install chess pokerkit
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from random import Random, seed
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

if TYPE_CHECKING:
    import chess
    from pokerkit import HandHistory, State

WARM = 16
"""So many other records are read before the clock starts."""

PEERS = {"chess": "python-chess, PGN", "pokerkit": "PokerKit, PHH"}
TITLES = {"kal": "kalooki audit, .kal", "jsonl": "kalooki audit, .jsonl", "two": "the same, two processes", **PEERS}
AIMS = (
    (".kal, python-chess", "kal", "chess", 1.0),
    (".kal, PokerKit", "kal", "pokerkit", 4.0),
    (".jsonl, python-chess", "jsonl", "chess", 2.0),
    ("two processes, one", "two", "kal", 1.7),
)
"""What is compared with what, and how many times as fast it should be."""


class Run(NamedTuple):
    """What one process read: seconds, and what came of it, to be shown; the hits and misses of caches by their name."""

    seconds: float
    found: str
    caches: dict[str, tuple[int, int]]


# ---------------------------------------------------------------------------------------- what is read


def make_deals(folder: Path, count: int) -> int:
    """Deals of every book in turn, as record files and as JSON Lines; how many acts they have without the warming."""
    from deals.making import deal
    from deals.writing import as_json, kal

    from rulebook.library import names

    deals = [deal(names()[n % len(names())], n // len(names())) for n in range(WARM + count)]
    for name, some in (("warm", deals[:WARM]), ("deals", deals[WARM:])):
        lines = (json.dumps(as_json(one, str(n)), ensure_ascii=False) for n, one in enumerate(some))
        (folder / f"{name}.kal").write_text("\n---\n".join(map(kal, some)), "utf-8")
        (folder / f"{name}.jsonl").write_text("\n".join(lines), "utf-8")
    return sum(len(acts) for one in deals[WARM:] for _, acts in one.turns)


def make_games(folder: Path, count: int) -> int:
    """Games of chess as PGN; how many moves they have."""
    import chess.pgn

    rnd = Random("games")
    games = [game(rnd) for _ in range(WARM + count)]
    for name, some in (("warm", games[:WARM]), ("games", games[WARM:])):
        text = "\n\n".join(str(chess.pgn.Game.from_board(board)) for board in some)
        (folder / f"{name}.pgn").write_text(text + "\n", "utf-8")
    return sum(len(board.move_stack) for board in games[WARM:])


def game(rnd: Random) -> chess.Board:
    """A game of 40 to 120 moves; now and then a capture or a check is preferred."""
    import chess

    while True:
        board, length = chess.Board(), rnd.randint(40, 120)
        while len(board.move_stack) < length and not board.is_game_over():
            moves = list(board.legal_moves)
            some = rnd.sample(moves, min(6, len(moves)))
            sharp = [move for move in some if board.is_capture(move) or board.gives_check(move)]
            board.push(sharp[0] if sharp and rnd.random() < 0.3 else some[0])
        if len(board.move_stack) >= 40:
            return board


def make_hands(folder: Path, count: int) -> int:
    """Hands of no-limit hold'em, a PHH file each; how many actions they have."""
    rnd, actions = Random("hands"), 0
    for n in range(WARM + count):
        one = hand(rnd)
        name = folder / ("warm" if n < WARM else "hands") / f"{n:06}.phh"
        name.parent.mkdir(exist_ok=True)
        name.write_text(one.dumps() + "\n", "utf-8")
        actions += len(one.actions) if n >= WARM else 0
    return actions


def hand(rnd: Random) -> HandHistory:
    """A hand of two to nine players who do what they may, folding and raising now and then."""
    from pokerkit import HandHistory, Mode, NoLimitTexasHoldem

    seed(rnd.random())  # PokerKit shuffles with the random numbers that all share.
    rules = NoLimitTexasHoldem(HandHistory.automations, True, 0, (1, 2), 2, mode=Mode.CASH_GAME)
    players = rnd.randint(2, 9)
    state = rules([rnd.randint(80, 400) for _ in range(players)], players)
    while state.status:
        if state.can_deal_hole():
            state.deal_hole()
        elif state.can_deal_board():
            state.deal_board()
        elif state.can_show_or_muck_hole_cards():
            state.show_or_muck_hole_cards()
        else:
            bet(state, rnd)
    return HandHistory.from_game_state(rules, state)


def bet(state: State, rnd: Random) -> None:
    chance, least = rnd.random(), state.min_completion_betting_or_raising_to_amount
    if chance < 0.3 and state.checking_or_calling_amount and state.can_fold():
        state.fold()
    elif chance > 0.8 and least is not None and state.can_complete_bet_or_raise_to():
        most = state.max_completion_betting_or_raising_to_amount
        assert most is not None
        state.complete_bet_or_raise_to(rnd.randint(least, min(most, 4 * least)))
    else:
        state.check_or_call()


# ---------------------------------------------------------------------------------------- how it is read


def read_deals(path: Path, jobs: int = 1) -> str:
    """Replays records; how many there are of each verdict, and how many steps were judged."""
    from rulebook.library import book, names
    from verifier.audit import Desk, audit
    from verifier.audit.stream import items

    verdicts, steps = Counter[str](), 0
    for result in audit(items([str(path)]), Desk(tuple(map(book, names()))), jobs):
        verdicts[result.verdict] += 1
        steps += result.audit.acts if result.audit else 0
    return ", ".join(f"{n} {verdict}" for verdict, n in verdicts.most_common()) + f"; {steps} steps judged"


def read_games(path: Path) -> str:
    """Reads games with a visitor that counts their moves, each found to be legal; stops at a mistake."""
    import chess.pgn

    class Moves(chess.pgn.BaseVisitor[int]):
        def __init__(self) -> None:
            self.count = 0

        def visit_move(self, board: chess.Board, move: chess.Move) -> None:
            self.count += 1

        def handle_error(self, error: Exception) -> None:
            raise error

        def result(self) -> int:
            return self.count

    with path.open(encoding="utf-8") as file:
        read: list[int] = []
        while (moves := chess.pgn.read_game(file, Visitor=Moves)) is not None:
            read.append(moves)
    return f"{len(read)} games; {sum(read)} moves"


def read_hands(path: Path) -> str:
    """Loads every hand and goes through its states."""
    from pokerkit import HandHistory

    names, states = sorted(path.iterdir()), 0
    for name in names:
        with name.open("rb") as file:
            states += sum(1 for _ in HandHistory.load(file))
    return f"{len(names)} hands; {states} states"


READERS: dict[str, tuple[Callable[[Path], str], str, str]] = {
    "kal": (read_deals, "warm.kal", "deals.kal"),
    "jsonl": (read_deals, "warm.jsonl", "deals.jsonl"),
    "two": (lambda path: read_deals(path, 2), "warm.kal", "deals.kal"),
    "chess": (read_games, "warm.pgn", "games.pgn"),
    "pokerkit": (read_hands, "warm", "hands"),
}


def measure(name: str, folder: Path) -> Run:
    """In a process of its own: reads other records, then all that are to be read, once."""
    read, warm, whole = READERS[name]
    read(folder / warm)
    before = dict(caches())
    start = perf_counter()
    found = read(folder / whole)
    seconds = perf_counter() - start
    seen = ((cache, (hits, misses), before.get(cache, (0, 0))) for cache, (hits, misses) in caches())
    return Run(seconds, found, {cache: (now[0] - old[0], now[1] - old[1]) for cache, now, old in seen})


def caches() -> Iterator[tuple[str, tuple[int, int]]]:
    """Every function of the arbiter with a bounded cache, and its hits and misses so far."""
    for module in [sys.modules[name] for name in sorted(sys.modules)]:
        if module.__name__.partition(".")[0] not in ("grammar", "rulebook", "verifier"):
            continue
        for name, made in vars(module).items():
            kept: Any = made
            if not hasattr(kept, "cache_info") or kept.__module__ != module.__name__:
                continue
            info = kept.cache_info()
            if info.maxsize is not None:
                yield f"{module.__name__}.{name} ({info.maxsize})", (info.hits, info.misses)


def measured(name: str, folder: Path) -> Run:
    command = [sys.executable, __file__, "--measure", name, str(folder)]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True)
    return Run(*json.loads(done.stdout.splitlines()[-1]))


# ---------------------------------------------------------------------------------------- what is printed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for what, count in (("deals", 800), ("games", 400), ("hands", 400)):
        parser.add_argument(f"--{what}", type=int, default=count, help=f"how many {what} are made ({count})")
    parser.add_argument("--runs", type=int, default=5, help="how often each is read, in turn (5)")
    parser.add_argument("--measure", nargs=2, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.measure:
        print(json.dumps(measure(args.measure[0], Path(args.measure[1]))))
        return
    with tempfile.TemporaryDirectory() as name:
        compare(Path(name), args)


def compare(folder: Path, args: argparse.Namespace) -> None:
    counts = dict.fromkeys(("kal", "jsonl", "two"), make_deals(folder, args.deals))
    makers = {"chess": (make_games, args.games), "pokerkit": (make_hands, args.hands)}
    for peer, (make, count) in makers.items():
        if find_spec(peer):
            counts[peer] = make(folder, count)
        else:
            print(f"{peer} is not installed, and left out: pip install {peer}")
    rounds = [{name: measured(name, folder) for name in counts} for _ in range(args.runs)]
    best = {name: min((one[name] for one in rounds), key=lambda run: run.seconds) for name in counts}
    busy = f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} of which 1 to 1.2 is this"
    print(f"acts, moves or actions a second, the best of {args.runs} runs in turn ({busy})")
    for name, run in best.items():
        told = f"{counts[name]} in {run.seconds:.2f} s: {run.found}"
        print(f"  {TITLES[name]:26} {pace(run, counts[name]):8.0f}   {told}")
    print("bounded caches, hits of all look-ups")
    for name in ("kal", "jsonl"):
        for cache, (hits, misses) in best[name].caches.items():
            if hits + misses:
                print(f"  .{name:6} {cache:36} {hits / (hits + misses):6.1%} of {hits + misses}")
    print("ratios of the best runs (and the median of the ratios of each turn)")
    for title, one, other, aim in AIMS:
        if other not in best:
            print(f"  {title:24} not measured; aim {aim}")
            continue
        ratios = [pace(turn[one], counts[one]) / pace(turn[other], counts[other]) for turn in (best, *rounds)]
        reached = "reached" if ratios[0] >= aim else "not reached"
        print(f"  {title:24} {ratios[0]:5.2f} ({median(ratios[1:]):.2f}); aim {aim}: {reached}")


def pace(run: Run, count: int) -> float:
    return count / run.seconds


if __name__ == "__main__":
    main()
