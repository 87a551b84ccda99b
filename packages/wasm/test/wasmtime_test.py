"""The module in another runtime: wasmtime, from Python, by what docs/use/wasm.md describes.

wasmtime_test.py toolparser.wasm REQUESTS     the requests that test/wasm has written, with what the packages for Go answer
"""

import base64
import json
import re
import sys

from wasmtime import Engine, Linker, Module, Store, WasiConfig


class Toolparser:
    def __init__(self, path: str) -> None:
        engine = Engine()
        linker = Linker(engine)
        linker.define_wasi()
        self.store = Store(engine)
        self.store.set_wasi(WasiConfig())
        self.exports = linker.instantiate(self.store, Module.from_file(engine, path)).exports(self.store)
        self.exports["_initialize"](self.store)

    def call(self, name: str, data: bytes, *rest: int) -> str:
        memory = self.exports["memory"]
        at = self.exports["toolparser_input"](self.store, len(data)) & 0xFFFFFFFF
        memory.write(self.store, data, at)
        answer = self.exports[name](self.store, *rest) & 0xFFFFFFFFFFFFFFFF
        at, length = answer >> 32, answer & 0xFFFFFFFF
        return bytes(memory.read(self.store, at, at + length)).decode()


def plain(answer: str) -> str:
    """An answer without its ids, most of which are random."""
    return re.sub(r'"id":"[^"]*"', '"id":""', answer)


def streamed(module: Toolparser, case: dict) -> list[str]:
    begun = module.call("toolparser_start", case["start"].encode())
    answers = [re.sub(r'\{"stream":\d+\}', '{"stream":0}', begun)]
    if stream := json.loads(begun).get("stream"):
        for chunk in case["chunks"] or ():
            answers.append(plain(module.call("toolparser_feed", base64.b64decode(chunk), stream)))
        answers.append(plain(module.call("toolparser_finish", case["reason"].encode(), stream)))
    return answers


def main(path: str, requests: str) -> int:
    module = Toolparser(path)
    passed = failed = 0
    with open(requests, encoding="utf-8") as lines:
        for case in map(json.loads, lines):
            whole = case.get("whole", "")
            right = streamed(module, case) == case["answers"]
            if whole:
                right = right and plain(module.call("toolparser_parse", whole.encode())) == case["whole_answer"]
            passed, failed = passed + right, failed + (not right)
            if not right:
                print(f"{case['name']} differs", file=sys.stderr)
    print(f"wasmtime: {passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
