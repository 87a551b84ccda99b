"""How the plugins of inference servers are configured: by environment."""

from __future__ import annotations

import math
import os
import pathlib
from collections.abc import Mapping
from dataclasses import dataclass

from toolparser_client._channel import DEFAULT_TARGET, TLS
from toolparser_client._client import Client
from toolparser_client.v1 import ContentPolicy

PREFIX = "TOOLPARSER_CLIENT_"

_POLICIES = {
    "joined": ContentPolicy.CONTENT_POLICY_JOINED,
    "verbatim": ContentPolicy.CONTENT_POLICY_VERBATIM,
    "clean": ContentPolicy.CONTENT_POLICY_CLEAN,
}


@dataclass(frozen=True)
class Environment:
    """The plugins' settings. docs/connect/vllm.md has the variables."""

    target: str = DEFAULT_TARGET
    family: str = ""
    lockstep: bool = False
    timeout: float = 2.0
    patience: float = 5.0
    policy: ContentPolicy | None = None
    buffer_tool_calls: bool = True
    token_file: str = ""
    ca: str = ""
    cert: str = ""
    key: str = ""

    @staticmethod
    def read(environ: Mapping[str, str] = os.environ) -> Environment:
        """The settings of this process. ValueError names a variable that is wrong."""

        def value(name: str, default: str = "") -> str:
            return environ.get(PREFIX + name, "").strip() or default

        def seconds(name: str, default: str) -> float:
            try:
                number = float(value(name, default))
            except ValueError:
                number = math.nan
            if not 0 <= number < math.inf:
                raise ValueError(f"{PREFIX}{name}: {value(name)!r} is no number of seconds")
            return number

        def choose(name: str, default: str, allowed: Mapping[str, object] | tuple[str, ...]) -> str:
            chosen = value(name, default).lower()
            if chosen not in allowed:
                raise ValueError(f"{PREFIX}{name}: {chosen!r} is none of {', '.join(allowed)}")
            return chosen

        policy = value("CONTENT_POLICY") and choose("CONTENT_POLICY", "", _POLICIES)
        return Environment(
            target=value("TARGET", DEFAULT_TARGET),
            family=value("FAMILY"),
            lockstep=choose("MODE", "pipelined", ("pipelined", "lockstep")) == "lockstep",
            timeout=seconds("TIMEOUT", "2"),
            patience=seconds("PATIENCE", "5"),
            policy=_POLICIES[policy] if policy else None,
            buffer_tool_calls=choose("BUFFER_TOOL_CALLS", "true", ("true", "false")) == "true",
            token_file=value("TOKEN_FILE"),
            ca=value("TLS_CA"),
            cert=value("TLS_CERT"),
            key=value("TLS_KEY"),
        )

    def client(self) -> Client:
        """A client of these settings. The token's file is read for every call, so that it can rotate."""
        tls = None
        if self.ca or self.cert:
            tls = TLS(ca=self.ca or None, cert=self.cert or None, key=self.key or None)
        token = (lambda: pathlib.Path(self.token_file).read_text().strip()) if self.token_file else None
        return Client(self.target, timeout=self.timeout, patience=self.patience, tls=tls, token=token)
