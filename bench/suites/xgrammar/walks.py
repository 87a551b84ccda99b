#!/usr/bin/env python3
"""Prints random outputs that xgrammar's grammars of tool calls allow, one JSON object per line.

The argument is the folder with the packages of requirements.txt.

Each output is a random walk: at each step, the grammar's mask says which bytes may follow, and one of them is
chosen. A random byte hardly ever ends a text, so the walk tries to close what is open after a few bytes: it tries
the closers of the format.

xgrammar imports torch and transformers, but the grammars don't need them. So this program gives it empty modules.
"""

import json
import random
import sys
import types

SEED, WALKS = 1, 60
LONG, LONGEST = 1500, 6000  # an output over LONG bytes ends where it can, and one over LONGEST is dropped
FREE = 20  # where the grammar allows so many bytes, text is open
END = 256  # the token that ends the output

TOOLS = [
    {
        "name": "get_weather",
        "parameters": {
            "type": "object",
            "properties": {"city": {"type": "string"}, "days": {"type": "integer"}},
            "required": ["city"],
            "additionalProperties": False,
        },
    },
    {
        "name": "plan",
        "parameters": {
            "type": "object",
            "properties": {
                "title": {"type": "string"},
                "share": {"type": "number"},
                "done": {"type": "boolean"},
                "kind": {"enum": ["short", "long"]},
                "tags": {"type": "array", "items": {"type": "string"}},
                "place": {
                    "type": "object",
                    "properties": {"street": {"type": "string"}, "number": {"type": "integer"}},
                    "required": ["street"],
                    "additionalProperties": False,
                },
                "steps": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "properties": {"what": {"type": "string"}, "minutes": {"type": "integer"}},
                        "required": ["what", "minutes"],
                        "additionalProperties": False,
                    },
                },
            },
            "required": ["title", "tags", "place", "steps"],
            "additionalProperties": False,
        },
    },
]

MINIMAX = "]<]minimax[>["

# The closers of each grammar: of values, of calls and of what is around calls.
CLOSERS = {
    "cohere": ["</cofl:value>", "</cofl:tool_call>", "</cofl:tool_calls>"],
    "deepseek_v4_1": ["</｜DSML｜ parameter>", "</｜DSML｜ invoke>", "</｜DSML｜ calls>"],
    "qwen_3_coder": ["\n</parameter>", "</parameter>", "\n</function>", "</function>", "</tool_call>"],
    "glm_4_7": ["</arg_value>", "</tool_call>"],
    "gemma_4": ['<|"|>', "<tool_call|>"],
    "minimax_m3": [MINIMAX + "</"],
    "kimi_k3": ["<|close|>response<|sep|>", "<|open|>tools<|sep|>", "<|close|>argument<|sep|>", "<|close|>call<|sep|>", "<|close|>tools<|sep|>"],
}
# What begins each call.
OPENERS = {
    "cohere": "<cofl:tool_call ",
    "deepseek_v4_1": "<｜DSML｜ invoke ",
    "qwen_3_coder": "<function=",
    "glm_4_7": "<tool_call>",
    "gemma_4": "<|tool_call>",
    "minimax_m3": MINIMAX + "<invoke ",
    "kimi_k3": "<|open|>call ",
}
# Closers of JSON, which all grammars may contain.
JSON_CLOSERS = ['"', "}", "]"]

LETTERS = b"abcdefghijklmnopqrstuvwxyz"


def load():
    """Imports xgrammar without torch and transformers."""

    class Anything(types.ModuleType):
        __path__ = []

        def __getattr__(self, name):
            if name.startswith("__"):
                raise AttributeError(name)
            return type(name, (), {"__init__": lambda self, *args, **kwargs: None})

    import tvm_ffi  # without torch, whose absence it expects

    for name in ("torch", "transformers"):
        try:
            __import__(name)
        except ImportError:
            module = Anything(name)
            module.tensor = lambda *args, **kwargs: None
            sys.modules[name] = module
    import xgrammar

    return xgrammar


class Walk:
    """A walk through a grammar."""

    def __init__(self, xgrammar, compiled, closers, chance):
        import numpy

        self.numpy, self.closers, self.chance = numpy, closers, chance
        self.matcher = xgrammar.GrammarMatcher(compiled)
        self.mask = numpy.zeros((1, (END + 32) // 32), dtype=numpy.int32)
        self.out = bytearray()

    def allowed(self):
        """Returns the tokens that may follow."""
        if self.matcher.is_terminated():
            return []
        self.matcher.fill_next_token_bitmask(self.mask)
        bits = self.numpy.unpackbits(self.mask.view(self.numpy.uint8), bitorder="little")
        return [int(b) for b in bits[: END + 1].nonzero()[0]]

    def close(self):
        """Writes a closer, if one ends the text that is open: then few bytes may follow."""
        for closer in self.closers:
            done = 0
            for byte in closer.encode():
                if not self.matcher.accept_token(byte):
                    break
                done += 1
            if done == len(closer.encode()) and len(self.allowed()) < FREE:
                self.out += closer.encode()
                return True
            self.matcher.rollback(done)
        return False

    def run(self):
        """Makes the output, or returns None if it gets too long."""
        free = 0  # bytes of text since the last closer
        while len(self.out) < LONGEST:
            allowed = self.allowed()
            if not allowed or allowed == [END]:
                return bytes(self.out)
            if END in allowed:
                if len(self.out) > LONG or self.chance.random() < 0.5:
                    return bytes(self.out)
                allowed.remove(END)
            if len(allowed) >= FREE:
                free += 1
                if self.chance.random() < free / 40 and self.close():
                    free = 0
                    continue
                text = [b for b in allowed if 32 <= b < 127]
                letters = [b for b in text if b in LETTERS]
                allowed = letters if letters and self.chance.random() < 0.7 else text or allowed
            byte = self.chance.choice(allowed)
            assert self.matcher.accept_token(byte)
            self.out.append(byte)
        return None


def main():
    sys.path.insert(0, sys.argv[1])
    xgrammar = load()
    vocabulary = [bytes([b]) for b in range(256)] + [b"<end>"]
    info = xgrammar.TokenizerInfo(vocabulary, vocab_type=xgrammar.VocabType.RAW, stop_token_ids=[END])
    compiler = xgrammar.GrammarCompiler(info)
    tools = [{"type": "function", "function": tool} for tool in TOOLS]
    for model, closers in CLOSERS.items():
        tag = xgrammar.get_model_structural_tag(model, tools=tools, tool_choice="required", reasoning="disabled")
        compiled = compiler.compile_structural_tag(tag)
        chance = random.Random(SEED)
        made = 0
        for _ in range(10 * WALKS):
            if made == WALKS:
                break
            out = Walk(xgrammar, compiled, closers + JSON_CLOSERS, chance).run()
            if out is None:
                continue
            made += 1
            text = out.decode()
            calls = text.count(OPENERS[model])
            print(json.dumps({"model": model, "output": text, "calls": calls, "tools": TOOLS}, ensure_ascii=False))


if __name__ == "__main__":
    main()
