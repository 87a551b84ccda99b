"""What the plugins of inference servers share: the service, and output that never fails.

Whatever happens to the service, every piece of an output comes back: as deltas of the
service, or as content.
"""

from __future__ import annotations

from collections.abc import Sequence

import grpc

from toolparser_client._channel import PerProcess
from toolparser_client._client import Client
from toolparser_client._environment import Environment
from toolparser_client._outage import Outages
from toolparser_client._pipelined import PipelinedSession
from toolparser_client._requests import FinishReasonLike, StreamArguments
from toolparser_client.errors import SessionError
from toolparser_client.v1 import DeltaMessage, Family, ParseToolCallsResponse, Span

# What a call of the service can raise; ValueError is a token file that can't be read as text.
FAILURES = (grpc.RpcError, SessionError, OSError, ValueError)


class Engine:
    """The service, as one process of an inference server sees it."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self.client: Client = environment.client()
        self.outages = Outages()
        self._families: dict[str, Family] | None = None

    def family(self, name: str) -> Family | None:
        """What the service says of a family; None if it is away, or doesn't know it."""
        if self._families is None and not self.outages.resting():
            try:
                listed = self.client.families(timeout=self._limit())
            except FAILURES as error:
                self.outages.note(error)
                return None
            self._families = {known: family for family in listed for known in (family.name, *family.aliases)}
        return (self._families or {}).get(name)

    def parse(
        self, model_output: str, arguments: StreamArguments, finish_reason: FinishReasonLike
    ) -> ParseToolCallsResponse | None:
        """The result of a complete output; None if there is none to be had now."""
        if self.outages.resting():
            return None
        try:
            response = self.client.parse(model_output, finish_reason=finish_reason, timeout=self._limit(), **arguments)
        except FAILURES as error:
            self.outages.note(error)
            return None
        self.outages.over()
        return response

    def _limit(self) -> float:
        return self.outages.limit(self.environment.timeout)

    def generation(self, arguments: StreamArguments) -> Generation:
        """Begins an output that is generated."""
        return Generation(self, arguments)


_engine = PerProcess(lambda: Engine(Environment.read()), lambda engine: engine.client.close())


def engine() -> Engine:
    """This process's engine, made when it is first wanted."""
    return _engine.get()


def reset() -> None:
    """Forgets this process's engine: the next one reads the environment again."""
    _engine.close()


class Generation:
    """One output while it is generated. Nothing here raises; what fails becomes content."""

    def __init__(self, engine: Engine, arguments: StreamArguments) -> None:
        self._engine = engine
        self.result: ParseToolCallsResponse | None = None
        self._session: PipelinedSession | None = None
        if engine.outages.resting():
            return
        try:
            self._session = engine.client.pipeline(**arguments)
        except FAILURES as error:
            engine.outages.note(error)

    def feed(self, piece: str, special_tokens: Sequence[Span] = (), *, wait: bool = False) -> list[DeltaMessage]:
        """Hands the next piece over, and returns what is certain by now, or with wait by this piece."""
        if self._session is None:
            return [DeltaMessage(content=piece)]
        self._session.send(piece, special_tokens)
        if (wait or self._engine.environment.lockstep) and not self._engine.outages.resting():
            self._wait(self._session)
        deltas = list(self._session.deltas())
        error = self._session.error
        return deltas if error is None else deltas + self._fail(error)

    def finish(self, finish_reason: FinishReasonLike) -> list[DeltaMessage]:
        """Ends the output: all that is left of it. ``result`` is set if the service gave one."""
        if self._session is None:
            return []
        try:
            timeout = self._engine.outages.limit(self._engine.environment.timeout)
            self.result = self._session.finish(finish_reason, timeout=timeout)
        except FAILURES as error:
            return [*self._session.deltas(), *self._fail(error)]
        self._engine.outages.over()
        deltas = list(self._session.deltas())
        self.close()
        return deltas

    def close(self) -> None:
        """Ends the stream at once, if it is open."""
        if self._session is not None:
            self._session.close()
            self._session = None

    def _wait(self, session: PipelinedSession) -> None:
        timeout = self._engine.outages.limit(self._engine.environment.timeout)
        if not session.wait(timeout):
            self._engine.outages.note(SessionError(grpc.StatusCode.DEADLINE_EXCEEDED, f"no answer within {timeout} s"))

    def _fail(self, error: BaseException) -> list[DeltaMessage]:
        assert self._session is not None
        self._engine.outages.note(error)
        rest = self._session.unsettled()
        self.close()
        return [DeltaMessage(content=rest)] if rest else []
