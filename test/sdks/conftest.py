"""What many tests share: a scripted upstream, a proxy in front of it, and the clients for Node.js."""

import pytest

import node as nodejs
from upstream import Player, proxy, served


@pytest.fixture(scope="session")
def player():
    return Player()


@pytest.fixture(scope="session")
def alone(player):
    """The address of the upstream itself."""
    with served(player.handler) as address:
        yield address


@pytest.fixture(scope="session")
def through(alone):
    """The address of a proxy in front of it."""
    with proxy(alone) as (address, _):
        yield address


@pytest.fixture(scope="session")
def node():
    """Runs the clients for Node.js; None without it."""
    if not nodejs.INSTALLED:
        yield None
        return
    with nodejs.node() as it:
        yield it
