"""Scores in words: the sum of each player written out, and what is claimed."""

from __future__ import annotations

from collections.abc import Iterable

from verifier.scoring import Answered, Claim, DealScore, PlayerScore, Sum
from verifier.words.facts import fact_is
from verifier.words.sentences import Pair, cards, first_capital, listed, pick, say, whose

_WORDS: dict[str, Pair] = {
    "if": ("if {ways}", "si {ways}"),
    "winner": ("went out", "est sorti"),
    "right": ("The score that is written is right.", "Le score écrit est juste."),
    "wrong": ("The score written for {player} is wrong: {claimed}, and the book counts {points}.",
              "Le score écrit de {player} est faux : {claimed}, et le livre compte {points}."),
    "open": ("Whether {whose} score is {claimed} hangs on {questions}.",
             "Que le score {whose} soit {claimed} dépend de {questions}."),
    "unwritten": ("{whose} last cards are not written, so nobody counted them.",
                  "Les dernières cartes {whose} ne sont pas écrites : personne ne les a comptées."),
    "nobody-out": ("Nobody is out yet, so nobody counted the score that is written.",
                   "Personne n'est encore sorti : personne n'a compté le score écrit."),
}  # fmt: skip


def points_text(points: Iterable[int], lang: str) -> str:
    """`69`, or `44 or 69` where something is open."""
    return say("or", lang).join(map(str, points))


def sum_text(score: PlayerScore, sum: Sum, lang: str) -> str:
    """The sum written out, with its cards and rules: `10 + 9 + 25 + 25 (K♥ 9♦ JK) · score.hand, score.going`."""
    rules = ", ".join(dict.fromkeys(term.owner.id for term in sum.terms))
    if not score.cards:
        return f"{pick(_WORDS['winner'], lang)} · {rules}"
    return f"{_worked_out(sum)} ({cards(score.cards, lang)}) · {rules}"


def _worked_out(sum: Sum) -> str:
    """`10 + 9 + 25 + 25`, `(10 + 9) × 2`."""
    added = [term.said.amount for term in sum.terms if term.said.effect == "plus"]
    text = " + ".join(map(str, (*sum.cards, *added))) or "0"
    for term in sum.terms:
        if term.said.effect == "times":
            text = f"({text}) × {term.said.amount}" if " " in text else f"{text} × {term.said.amount}"
    return text


def ways_text(ways: Iterable[Answered], lang: str) -> str:
    """Under which answers, and facts that are not written, a sum holds: `if score.going.added = plain`."""
    told = {_way(way, lang): None for way in ways}
    return pick(_WORDS["if"], lang).format(ways=listed(told, lang, "or")) if all(told) else ""


def _way(way: Answered, lang: str) -> str:
    answers = [f"{question} = {reading}" for question, reading in way.answers]
    return listed((*answers, *(fact_is(fact, value, lang) for fact, value in way.facts)), lang)


def claims_text(score: DealScore, lang: str) -> list[tuple[bool | None, str]]:
    """What is to be said of the claims, each with whether it is right: all right ones together, then the others."""
    if score.claims and not score.winner:
        return [(None, pick(_WORDS["nobody-out"], lang))]
    found: list[tuple[bool | None, str]] = []
    if score.claims and all(claim.agrees for claim in score.claims):
        found.append((True, pick(_WORDS["right"], lang)))
    found += [(claim.agrees, _claim_text(claim, score, lang)) for claim in score.claims if not claim.agrees]
    return found


def _claim_text(claim: Claim, score: DealScore, lang: str) -> str:
    ours = next((one.points for one in score.players if one.player == claim.player), ())
    if claim.agrees is False:
        points = points_text(ours, lang)
        return pick(_WORDS["wrong"], lang).format(player=claim.player, claimed=claim.points, points=points)
    if not ours:
        return first_capital(pick(_WORDS["unwritten"], lang).format(whose=whose(claim.player, lang)))
    questions = listed((question.id for question in score.questions), lang)
    return pick(_WORDS["open"], lang).format(whose=whose(claim.player, lang), claimed=claim.points, questions=questions)
