"""What leads to what: the parts of a graph in order, and those that lead back to themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")


def circles(nodes: Iterable[T], following: Callable[[T], Iterable[T]]) -> list[list[T]]:
    """Groups of nodes each of which leads to itself, and to all others of its group."""
    return [group for group in groups(nodes, following) if len(group) > 1 or group[0] in following(group[0])]


def groups(nodes: Iterable[T], following: Callable[[T], Iterable[T]]) -> list[list[T]]:
    """All nodes, those that lead to each other in one group, in an order in which no group leads to a later one.

    Found in one walk (Tarjan's), without recursion, as files may hold long chains.
    """
    number: dict[T, int] = {}
    low: dict[T, int] = {}
    path: list[T] = []  # nodes whose group is not known yet, in the order they were met
    open_: set[T] = set()
    found: list[list[T]] = []
    for start in nodes:
        stack: list[tuple[T, Iterator[T]]] = [] if start in number else [(start, iter(()))]
        while stack:
            node, left = stack[-1]
            if node not in number:
                number[node] = low[node] = len(number)
                path.append(node)
                open_.add(node)
                left = iter(following(node))
                stack[-1] = (node, left)
            for other in left:
                if other not in number:
                    stack.append((other, iter(())))
                    break
                if other in open_:
                    low[node] = min(low[node], number[other])
            else:
                stack.pop()
                if stack:
                    low[stack[-1][0]] = min(low[stack[-1][0]], low[node])
                if low[node] == number[node]:
                    group = path[path.index(node) :] if path[-1] is not node else [node]
                    del path[len(path) - len(group) :]
                    open_.difference_update(group)
                    found.append(group)
    return found
