"""Every step that the code writes into the log has a sentence and a kind, and no sentence is for nothing.

The verbs are read from the code: from each call of `record`, and, where the verb is handed on by a parameter, from
those who call the function.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from scoring.domain.undo import INVERSES
from scoring.web.log import VERBS
from scoring.web.log_kinds import KINDS
from tests.conftest import ROOT

# Verbs that no reading of the code finds: looked up in a table when the step is taken back.
FROM_TABLES = {"INVERSES[step.verb].verb": {inverse.verb for inverse in INVERSES.values()}}


@dataclass(frozen=True)
class Source:
    """One module as a tree, with what its names stand for."""

    tree: ast.Module
    names: dict[str, Any]


@cache
def sources() -> tuple[Source, ...]:
    found = []
    for package in ("tournament", "scoring"):
        for path in sorted((ROOT / package).rglob("*.py")):
            text = path.read_text()
            if "record(" in text and "migrations" not in path.parts:
                found.append(Source(ast.parse(text), vars(import_module(module_name(path)))))
    return tuple(found)


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def calls_of(name: str, tree: ast.AST) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
            yield node


def argument(call: ast.Call, function: ast.FunctionDef, name: str) -> ast.expr:
    """What a call hands on for a parameter, by its name or its place."""
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    return call.args[[parameter.arg for parameter in function.args.args].index(name)]


def values(expression: ast.expr, source: Source, within: ast.FunctionDef) -> set[str]:
    """Everything a verb can be."""
    written = ast.unparse(expression)
    if written in FROM_TABLES:
        return FROM_TABLES[written]
    if isinstance(expression, ast.IfExp):
        return values(expression.body, source, within) | values(expression.orelse, source, within)
    names = {node.id for node in ast.walk(expression) if isinstance(node, ast.Name)}
    parameters = {one.arg for one in (*within.args.args, *within.args.kwonlyargs)} & names
    if not parameters:
        return {str(eval(written, dict(source.names)))}  # noqa: S307 - the project's own text
    (parameter,) = parameters
    handed_on = {
        value
        for function in functions(source.tree)
        for call in calls_of(within.name, function)
        for value in values(argument(call, within, parameter), source, function)
    }
    return {str(eval(written, {**source.names, parameter: value})) for value in handed_on}  # noqa: S307


def verbs_recorded() -> dict[str, set[str]]:
    """By function the verbs it can write."""
    found: dict[str, set[str]] = {}
    for source in sources():
        for function in functions(source.tree):
            for call in calls_of("record", function):
                verb = next(keyword.value for keyword in call.keywords if keyword.arg == "verb")
                name = f"{source.names['__name__']}.{function.name}"
                found[name] = found.get(name, set()) | values(verb, source, function)
    return found


def test_the_code_is_read_right() -> None:
    found = verbs_recorded()
    assert found["tournament.domain.staff.appoint"] == {"appoint"}
    assert found["scoring.domain.deals._resolve"] == {"refused_applied", "refused_discarded"}
    assert found["scoring.domain.moves.move_deals"] == {"move_deals"}
    assert found["tournament.domain.entries.set_fee_paid"] == {"fee_paid", "fee_not_paid"}
    assert all(found.values())


def test_every_step_has_a_sentence_and_every_sentence_a_step() -> None:
    recorded = set().union(*verbs_recorded().values())
    assert sorted(recorded - set(VERBS)) == []
    assert sorted(set(VERBS) - recorded) == []


def test_every_step_is_of_one_kind() -> None:
    kinds = [verb for _, verbs in KINDS.values() for verb in verbs]
    assert sorted(kinds) == sorted(VERBS)


@pytest.mark.parametrize("verb", sorted(VERBS))
def test_a_sentence_asks_for_nothing_unknown(verb: str) -> None:
    known = {"who", "former", "substitute", "user", "club", "name", "place", "round", "names", "points"}
    assert {field for _, field, _, _ in Formatter().parse(str(VERBS[verb])) if field} <= known
