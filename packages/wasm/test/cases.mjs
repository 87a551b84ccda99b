// Parses all cases of the families in Node.js:
//
//	node cases.mjs cases.jsonl
import { readFile } from "node:fs/promises";
import { load } from "@toolparser/wasm";
import { compare } from "./compare.mjs";

const { compared, left, wrong } = compare(await load(), await readFile(process.argv[2], "utf8"));
for (const each of wrong) console.error(each);
console.log(`cases: ${compared} compared, ${left} left out, ${wrong.length} wrong`);
process.exit(wrong.length > 0 || compared === 0 ? 1 : 0);
