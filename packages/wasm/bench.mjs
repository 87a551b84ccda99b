// Measures the module: its size, the time until the first call has its answer, and the processor time of short calls. Prints medians.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { load } from "./index.js";

const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];
const wasm = readFileSync(new URL("./toolparser.wasm", import.meta.url));
const mb = (bytes) => `${(bytes.length / 1e6).toFixed(2)} MB`;
console.log(`size ${mb(wasm)}, gzip ${mb(gzipSync(wasm, { level: 9 }))}, brotli ${mb(brotliCompressSync(wasm))}`);

const first = `import {load} from ${JSON.stringify(new URL("./index.js", import.meta.url).href)};
const start = performance.now(); (await load()).parse("Hi", {family: "hermes"}); console.log(performance.now() - start)`;
const firsts = Array.from({ length: 5 }, () => Number(execFileSync(process.execPath, ["--input-type=module", "-e", first])));
console.log(`first call ${median(firsts).toFixed(0)} ms`);

const text = 'Let me look. <tool_call>{"name": "get_weather", "arguments": {"city": "Zürich", "days": 3}}</tool_call>';
const toolparser = await load();
for (let i = 0; i < 3000; i++) toolparser.parse(text, { family: "hermes" }); // so that it is compiled
const runs = Array.from({ length: 15 }, () => {
  const start = process.cpuUsage();
  for (let i = 0; i < 1000; i++) toolparser.parse(text, { family: "hermes" });
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
});
console.log(`a short call ${median(runs).toFixed(0)} µs of processor time (least ${Math.min(...runs).toFixed(0)})`);
