// What the types allow, which test.sh checks.
import { load, ToolparserError, type Delta, type ParseResponse } from "@toolparser/wasm";

const toolparser = await load(new Uint8Array());
const response: ParseResponse = toolparser.parse("x", { family: "hermes", options: { min_confidence: 0.5 }, finishReason: "stop" });
const names: string[] = (response.result.tool_calls ?? []).map((call) => call.function.name);
const stream = toolparser.stream({ model: "Qwen/Qwen3-8B", tools: [{ name: "f" }] });
const delta: Delta = stream.send(new Uint8Array());
const end: { deltas: Delta[] } = stream.finish("length");
// @ts-expect-error an option that there isn't
toolparser.parse("x", { family: "hermes", options: { confidence: 1 } });
// @ts-expect-error a stream has no finish reason at its start
toolparser.stream({ family: "hermes", finishReason: "stop" });
console.log(names, delta, end, new ToolparserError("NOT_FOUND", "x").code);
