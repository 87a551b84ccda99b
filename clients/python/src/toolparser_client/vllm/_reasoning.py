"""vLLM's reasoning parser on the service."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from vllm.entrypoints.generate.base.protocol import DeltaMessage
from vllm.reasoning.abs_reasoning_parsers import ReasoningParser

from toolparser_client import v1
from toolparser_client._engine import Generation, engine
from toolparser_client._requests import StreamArguments
from toolparser_client._text import scrub
from toolparser_client._unsettled import unsettled
from toolparser_client.vllm._convert import delta_message
from toolparser_client.vllm._tools import FINISH_REASON


class ToolparserReasoningParser(ReasoningParser):  # type: ignore[misc]  # vLLM may not be installed
    """One output's reasoning, by the service. A family has a subclass; see reasoning_parser.

    vLLM runs it up to the end of the reasoning, and the tool parser on the rest. Where
    that end is, the service says by the first thing that is no reasoning; the text from
    there on, calls included, goes on as it was.
    """

    family = ""
    engine_based_streaming = True

    def __init__(self, tokenizer: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(tokenizer, *args, **kwargs)
        engine()  # what the environment has wrong shows now, not with the first output
        self._generation: Generation | None = None
        self._text: list[str] = []
        self._delivered: list[v1.DeltaMessage] = []
        self._open = False
        self._ended = False

    def extract_reasoning(self, model_output: str, request: Any) -> tuple[str | None, str | None]:
        response = engine().parse(model_output, self._arguments(), FINISH_REASON)
        if response is None:
            return None, model_output
        content = without_reasoning(model_output, response.diagnostics.segments, self._markers())
        return response.result.reasoning or None, content or None

    def extract_reasoning_streaming(
        self,
        previous_text: str,
        current_text: str,
        delta_text: str,
        previous_token_ids: Sequence[int],
        current_token_ids: Sequence[int],
        delta_token_ids: Sequence[int],
    ) -> DeltaMessage | None:
        if not delta_text:
            return None
        if self._generation is None:
            self._generation = engine().generation(self._arguments())
        self._text.append(delta_text)
        # Whether the output reasons at all must be known before its end, when it is too late
        # to hand it to the tool parser.
        deltas = self._generation.feed(delta_text, wait=not self._delivered or self._may_end(delta_text))
        self._ended = any(delta.HasField("content") or delta.tool_calls for delta in deltas)
        reasoning = reasoning_of(deltas)
        self._delivered += reasoning
        return delta_message(reasoning)

    def has_engine_confirmed_reasoning_end(self) -> bool:
        return self._ended

    def finish_streaming(self) -> DeltaMessage | None:
        """At the reasoning's end: the text behind it. At the output's: what is left of both."""
        generation, self._generation = self._generation, None
        if generation is None:
            return None
        deltas = generation.finish(FINISH_REASON)
        text, self._text = "".join(self._text), []
        if generation.result is None:
            return DeltaMessage(content=unsettled(text, self._delivered))
        if not self._ended and generation.result.result.tool_calls:
            # The output was over before the service answered; no one parses the rest.
            return delta_message(deltas)
        rest = without_reasoning(text, generation.result.diagnostics.segments, self._markers())
        return delta_message([*reasoning_of(deltas), v1.DeltaMessage(content=rest)])

    def adjust_request(self, request: Any) -> Any:
        family = engine().family(self._family_name())
        if family is None or family.reasoning_markers:
            request.skip_special_tokens = False
        return request

    def adjust_initial_state_from_prompt(self, prompt_token_ids: Sequence[int]) -> None:
        self._open = self._last_marker(prompt_token_ids) in self._openers()

    def is_reasoning_end(self, input_ids: Sequence[int]) -> bool:
        """Whether the last marker ends reasoning. A family without markers has no reasoning."""
        last = self._last_marker(input_ids)
        return last in self._closers() or (last is None and not self._openers())

    def is_reasoning_end_streaming(self, input_ids: Sequence[int], delta_ids: Iterable[int]) -> bool:
        return self.is_reasoning_end(input_ids)

    def extract_content_ids(self, input_ids: list[int]) -> list[int]:
        closers = self._closers()
        for position in range(len(input_ids) - 1, -1, -1):
            if input_ids[position] in closers:
                return input_ids[position + 1 :]
        return []

    def count_reasoning_tokens(self, token_ids: Sequence[int]) -> int:
        count, inside = 0, self._open
        openers, closers = self._openers(), self._closers()
        for token in token_ids:
            if token in openers:
                inside = True
            elif token in closers:
                inside = False
            elif inside:
                count += 1
        return count

    def _last_marker(self, token_ids: Sequence[int]) -> int | None:
        markers = self._openers() | self._closers()
        return next((token for token in reversed(token_ids) if token in markers), None)

    def _openers(self) -> set[int]:
        return self._marker_ids("open")

    def _closers(self) -> set[int]:
        return self._marker_ids("close")

    def _marker_ids(self, side: str) -> set[int]:
        """The markers that are one token; vLLM's grammar backend accepts no others."""
        ids = (self.vocab.get(getattr(marker, side)) for marker in self._markers())
        return {token for token in ids if token is not None}

    def _markers(self) -> Sequence[v1.ReasoningMarkers]:
        family = engine().family(self._family_name())
        return family.reasoning_markers if family is not None else ()

    def _may_end(self, delta_text: str) -> bool:
        """Whether a closing marker ends in this piece: then the answer is worth its wait."""
        longest = max((len(marker.close) for marker in self._markers()), default=0)
        recent = "".join(self._text[-longest:])[-longest - len(delta_text) :]
        return any(marker.close in recent for marker in self._markers())

    def _family_name(self) -> str:
        return self.family or engine().environment.family

    def _arguments(self) -> StreamArguments:
        return {
            "family": self._family_name(),
            "model": getattr(self._model_config, "model", None) or "",
            "options": v1.ParseOptions(separate_reasoning=True),
            "reasoning_open": self._open,
        }


def reasoning_of(deltas: list[v1.DeltaMessage]) -> list[v1.DeltaMessage]:
    """The deltas' reasoning alone."""
    return [v1.DeltaMessage(reasoning=delta.reasoning) for delta in deltas if delta.HasField("reasoning")]


def without_reasoning(text: str, segments: Iterable[v1.Segment], markers: Sequence[v1.ReasoningMarkers]) -> str:
    """The text but for its reasoning and that one's markers, byte for byte."""
    data = scrub(text, "text").encode()
    kept = []
    for segment in segments:
        piece = data[segment.span.start : segment.span.end]
        if segment.kind == v1.SegmentKind.SEGMENT_KIND_MARKUP:
            for marker in markers:
                piece = piece.replace(marker.open.encode(), b"").replace(marker.close.encode(), b"")
        if segment.kind != v1.SegmentKind.SEGMENT_KIND_REASONING:
            kept.append(piece)
    return b"".join(kept).decode()


def reasoning_parser(family: str) -> type[ToolparserReasoningParser]:
    """The reasoning parser of a family; of the environment's, if it is empty."""
    members = {
        "__module__": __name__,
        "__doc__": f"The service's reasoning of family {family or 'TOOLPARSER_CLIENT_FAMILY'}.",
        "family": family,
    }
    return type(f"Toolparser{family.title()}ReasoningParser", (ToolparserReasoningParser,), members)
