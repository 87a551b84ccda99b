"""TLS, and tokens over it."""

from __future__ import annotations

import pathlib
import subprocess
from collections.abc import Iterator

import grpc
import pytest

from conftest import ROOT, Server, served
from outputs import ONE_CALL, calls
from toolparser_client import TLS, Client

NAME = "toolparser.example"
TOKEN = "8c9f3d1f6a0e4f4c9b62"


@pytest.fixture
def certificate(tmp_path: pathlib.Path) -> pathlib.Path:
    """The certificate of a server, which is its own authority."""
    subprocess.run([ROOT / "clients" / "certificate.sh", tmp_path, NAME], check=True)
    return tmp_path / "cert.pem"


@pytest.fixture
def guarded(binary: pathlib.Path, certificate: pathlib.Path) -> Iterator[Server]:
    tokens = certificate.with_name("tokens")
    tokens.write_text(f"tester {TOKEN}\n")
    key = certificate.with_name("key.pem")
    yield from served(binary, "--tls-cert", str(certificate), "--tls-key", str(key), "--tokens", str(tokens))


def code(client: Client) -> grpc.StatusCode:
    """What a call that isn't made again ends with."""
    with client, pytest.raises(grpc.RpcError) as error:
        client.stream(family="llama3")
    return error.value.code()


def test_tls_trusts_whom_it_is_told_to_and_nobody_else(guarded, certificate):
    for ca in (str(certificate), certificate.read_bytes()):
        with Client(guarded.target, tls=TLS(ca=ca, server_name=NAME), token=TOKEN) as client:
            assert len(calls(client.parse(ONE_CALL, family="llama3"))) == 1
            with client.pipeline(family="llama3") as session:
                session.send(ONE_CALL)
                assert len(calls(session.finish())) == 1
    for wrong in (None, TLS(server_name=NAME), TLS(ca=str(certificate), server_name="other.example")):
        assert code(Client(guarded.target, tls=wrong, token=TOKEN)) == grpc.StatusCode.UNAVAILABLE


def test_white_space_around_a_token_does_not_count(guarded, certificate):
    trusting = TLS(ca=str(certificate), server_name=NAME)
    for token in (f"{TOKEN}\n", lambda: f" {TOKEN}\r\n"):
        with Client(guarded.target, tls=trusting, token=token) as client:
            assert len(calls(client.parse(ONE_CALL, family="llama3"))) == 1


def test_tls_alone_lets_nobody_in_where_tokens_do(guarded, certificate):
    trusting = TLS(ca=str(certificate), server_name=NAME)
    for token in (None, "another, that is unknown"):
        assert code(Client(guarded.target, tls=trusting, token=token)) == grpc.StatusCode.UNAUTHENTICATED
