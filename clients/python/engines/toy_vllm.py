"""vLLM's own OpenAI-compatible server, over an engine that says what a table has.

Only the engine's core is replaced: requests, prompts, tokens, detokenizing and responses are
vLLM's. The model is made on the spot: a configuration and a tokenizer of bytes, no weights.

    toy_vllm.py FOLDER NAME PORT [FLAGS OF VLLM]
"""

from __future__ import annotations

import asyncio
import json
import pathlib
import sys
import types

import vllm.platforms
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers
from vllm.platforms.cpu import CpuPlatform

from toy_outputs import say

vllm.platforms.current_platform = CpuPlatform()  # before the rest of vLLM looks for one

from vllm.entrypoints.launchers.api_server.entry import main  # noqa: E402
from vllm.v1.engine import (  # noqa: E402
    EngineCoreOutput,
    EngineCoreOutputs,
    EngineCoreRequest,
    FinishReason,
    async_llm,
)

END = "<|im_end|>"


def make_model(folder: pathlib.Path, name: str) -> None:
    """What vLLM reads of a model. Its prompts are JSON: the name, and the messages."""
    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    tokenizer = Tokenizer(models.BPE(vocab={letter: number for number, letter in enumerate(letters)}, merges=[]))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    tokenizer.decoder = decoders.ByteLevel()
    tokenizer.add_special_tokens([AddedToken(END, special=True)])
    tokenizer.save(str(folder / "tokenizer.json"))
    settings = {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "eos_token": END,
        "chat_template": f"{{{{ [{json.dumps(name)}, messages] | tojson }}}}",
    }
    (folder / "tokenizer_config.json").write_text(json.dumps(settings))
    sizes = ("hidden_size", "intermediate_size", "num_hidden_layers", "num_attention_heads", "num_key_value_heads")
    config = {
        **dict.fromkeys(sizes, 1),
        "architectures": ["Qwen3ForCausalLM"],
        "model_type": "qwen3",
        "head_dim": 32,
        "vocab_size": len(letters) + 1,
        "max_position_embeddings": 32768,
        "eos_token_id": len(letters),
    }
    (folder / "config.json").write_text(json.dumps(config))


class Core:
    """What AsyncLLM asks of an engine's core."""

    engine_ranks_managed = (0,)
    resources = types.SimpleNamespace(engine_dead=False)

    def __init__(self, tokenizer) -> None:
        self.tokenizer = tokenizer
        self.outputs: asyncio.Queue[EngineCoreOutputs] = asyncio.Queue()

    async def add_request_async(self, request: EngineCoreRequest) -> None:
        """Says all of its text, a few tokens at a time.

        A token is a byte, so the request's maximum of tokens doesn't count.
        """
        model, messages = json.loads(self.tokenizer.decode(request.prompt_token_ids))
        text = say(model, messages, request.sampling_params.structured_outputs is not None)
        ids = self.tokenizer.encode(text + END)
        for begin in range(0, len(ids), 5):
            finished = FinishReason.STOP if begin + 5 >= len(ids) else None
            output = EngineCoreOutput(request.request_id, ids[begin : begin + 5], finish_reason=finished)
            self.outputs.put_nowait(EngineCoreOutputs(outputs=[output]))

    async def get_output_async(self) -> EngineCoreOutputs:
        await asyncio.sleep(0.001)  # so that a stream has more than one event
        return await self.outputs.get()

    async def get_supported_tasks_async(self) -> tuple[str, ...]:
        return ("generate",)

    async def abort_requests_async(self, ids: list[str]) -> None:
        """There is nothing to stop."""

    async def reset_mm_cache_async(self) -> None:
        """There is none."""

    def shutdown(self, timeout: float | None = None) -> None:
        """There is nothing to stop."""


if __name__ == "__main__":
    folder, name, port, *flags = sys.argv[1:]
    make_model(pathlib.Path(folder), name)
    async_llm.EngineCoreClient.make_async_mp_client = staticmethod(lambda renderer, **_: Core(renderer.tokenizer))
    sys.argv[1:] = ["--model", folder, "--served-model-name", name, "--host", "127.0.0.1", "--port", port, *flags]
    main()
