"""The score sheet of a match: a row for each deal, the totals, and what the book says of who wins."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulebook.model import Book, Rule
from verifier.audit.matches import Match
from verifier.report.layout import Block, Line, Para, Rows, Span
from verifier.words.scores import points_text
from verifier.words.sentences import Pair, listed, pick, typeset, whose

_WORDS: dict[str, Pair] = {
    "title": ("Match {name} · {book} · {file}", "Partie {name} · {book} · {file}"),
    "deal": ("deal", "manche"),
    "total": ("total", "total"),
    "lowest": ("The lowest total is {whose}: {points}. {rule}",
               "Le plus petit total est celui {whose} : {points}. {rule}"),
    "level": ("{who} are level with the lowest total, {points}, and the book does not say who of them wins. {rule}",
              "{who} ont le même plus petit total, {points}, et le livre ne dit pas qui l'emporte. {rule}"),
    "open": ("Who has the lowest total hangs on open questions. {rule}",
             "Qui a le plus petit total dépend de questions ouvertes. {rule}"),
    "unknown": ("Not every score is known, so nobody can say who has the lowest total. {rule}",
                "Tous les scores ne sont pas connus : on ne peut dire qui a le plus petit total. {rule}"),
    "unsaid": ("The book does not say who wins the match.", "Le livre ne dit pas qui gagne la partie."),
    "prize": ("Of the stakes the winner takes {percent} of each hundred. {rule}",
              "Le gagnant prend {percent} % des mises. {rule}"),
    "rest": ("{text} The book does not say: {question}.", "{text} Le livre ne le dit pas : {question}."),
}  # fmt: skip


def match_blocks(match: Match, book: Book, lang: str) -> Iterator[Block]:
    """The sheet of a match by its book."""
    players = list(dict.fromkeys(player for deal in match.deals for player in deal.score))
    title = pick(_WORDS["title"], lang).format(name=match.name, book=book.title, file=match.file)
    yield Para((Span(typeset(title, lang), "bold"),))
    yield Rows((_head(players, lang), *_deals(match, players), _total(match, players, lang)), 2)
    for rule in book.rules:
        if rule.match is not None:
            yield from _said(rule, match, players, book, lang)
    if not any(rule.match is not None and rule.match.says == "lowest wins" for rule in book.rules):
        yield _para(pick(_WORDS["unsaid"], lang), lang)


def _head(players: Sequence[str], lang: str) -> tuple[Line, ...]:
    return ((Span(pick(_WORDS["deal"], lang), "dim"),), *((Span(player, "dim"),) for player in players))


def _deals(match: Match, players: Sequence[str]) -> Iterator[tuple[Line, ...]]:
    for number, deal in enumerate(match.deals, 1):
        points = (deal.score.get(player, []) for player in players)
        yield ((Span(str(deal.round or number)),), *((Span(_points(each)),) for each in points))


def _total(match: Match, players: Sequence[str], lang: str) -> tuple[Line, ...]:
    points = (match.total.get(player, []) for player in players)
    return ((Span(pick(_WORDS["total"], lang), "bold"),), *((Span(_points(each), "bold"),) for each in points))


def _points(points: Sequence[int]) -> str:
    return "/".join(map(str, points)) if points else "?"


def _said(rule: Rule, match: Match, players: Sequence[str], book: Book, lang: str) -> Iterator[Block]:
    assert rule.match is not None
    if rule.match.says == "prize":
        yield _para(pick(_WORDS["prize"], lang).format(percent=rule.match.percent, rule=rule.id), lang)
        question = book.question(rule.match.asks)
        if question:
            yield _para(pick(_WORDS["rest"], lang).format(text=question.text(lang), question=question.id), lang)
        return
    yield _para(_lowest(rule, match, players, lang), lang)


def _lowest(rule: Rule, match: Match, players: Sequence[str], lang: str) -> str:
    known = {player: match.total.get(player, []) for player in players}
    if not all(known.values()):
        return pick(_WORDS["unknown"], lang).format(rule=rule.id)
    least = min(min(points) for points in known.values())
    if any(len(points) > 1 and min(points) <= min(map(max, known.values())) for points in known.values()):
        return pick(_WORDS["open"], lang).format(rule=rule.id)
    winners = [player for player, points in known.items() if points == [least]]
    key = "lowest" if len(winners) == 1 else "level"
    said = {"who": listed(winners, lang), "whose": whose(winners[0], lang), "points": points_text([least], lang)}
    return pick(_WORDS[key], lang).format(rule=rule.id, **said)


def _para(text: str, lang: str) -> Para:
    return Para((Span(typeset(text, lang)),), 2, 4)
