"""The service for the tests of the plugins, and the plugins pointed at it."""

from __future__ import annotations

import pathlib
import sys
from collections.abc import Iterator

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests"))

from conftest import Server, binary, own_server, server  # noqa: F401
from toolparser_client import _engine


def point(target: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOOLPARSER_CLIENT_TARGET", target)
    monkeypatch.setenv("TOOLPARSER_CLIENT_FAMILY", "llama3")
    _engine.reset()


@pytest.fixture
def plugin(server: Server, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:  # noqa: F811
    """The plugins ask the server that tests share."""
    point(server.target, monkeypatch)
    yield
    _engine.reset()
