"""The module in another runtime: wasmtime, from Python, by what docs/use/wasm.md describes."""

import json
import sys

from wasmtime import Engine, Linker, Module, Store, WasiConfig

TEXT = 'Sure. <tool_call>{"name": "f", "arguments": {"city": "Zürich"}}</tool_call>'


class Toolparser:
    def __init__(self, path: str) -> None:
        engine = Engine()
        linker = Linker(engine)
        linker.define_wasi()
        self.store = Store(engine)
        self.store.set_wasi(WasiConfig())
        self.exports = linker.instantiate(self.store, Module.from_file(engine, path)).exports(self.store)
        self.exports["_initialize"](self.store)

    def call(self, name: str, data: bytes, *rest: int) -> dict:
        memory = self.exports["memory"]
        at = self.exports["toolparser_input"](self.store, len(data)) & 0xFFFFFFFF
        memory.write(self.store, data, at)
        answer = self.exports[name](self.store, *rest) & 0xFFFFFFFFFFFFFFFF
        at, length = answer >> 32, answer & 0xFFFFFFFF
        return json.loads(bytes(memory.read(self.store, at, at + length)))


module = Toolparser(sys.argv[1])
response = module.call("toolparser_parse", json.dumps({"family": "hermes", "model_output": TEXT}).encode())
(call,) = response["result"]["tool_calls"]
assert (call["function"]["name"], json.loads(call["function"]["arguments"])) == ("f", {"city": "Zürich"}), response
assert response["result"]["content"] == "Sure."

stream = module.call("toolparser_start", b'{"family": "hermes"}')["stream"]
deltas = [module.call("toolparser_feed", bytes([byte]), stream) for byte in TEXT.encode()]
end = module.call("toolparser_finish", b"FINISH_REASON_STOP", stream)
arguments = "".join(
    call.get("function", {}).get("arguments", "") for delta in deltas + end["deltas"] for call in delta.get("tool_calls", ())
)
assert json.loads(arguments) == {"city": "Zürich"}, arguments
assert end["result"]["result"]["content"] == "Sure."

assert module.call("toolparser_parse", b'{"family": "nobody"}')["error"]["code"] == "NOT_FOUND"
print("wasmtime: 1 passed, 0 failed")
