// What can be copied: a command, and a conformance case.

import { parseMethod } from "./rpc.js";
import * as ask from "./request.js";

// grpcurl is a command that sends the same request. No line of JSON can be the end of its input.
export function grpcurl(state, place, token) {
  const address = place.port ? place.host : `${place.hostname}:${place.protocol === "https:" ? 443 : 80}`;
  const flags = [place.protocol === "https:" ? "" : "-plaintext ", token ? `-H "authorization: Bearer $TOKEN" ` : ""].join("");
  return `grpcurl ${flags}-d @ ${address} ${parseMethod} <<'EOM'\n${JSON.stringify(ask.request(state))}\nEOM\n`;
}

// The values in a case's options.json that differ from the contract's.
const renamed = { FINISH_REASON_LENGTH: "length", FINISH_REASON_TOOL_CALLS: "tool_calls", CONTENT_POLICY_VERBATIM: "verbatim", CONTENT_POLICY_CLEAN: "clean" };

// txtar is a case for parsers/<family>/testdata; the suite writes what is wanted.
export function txtar(state) {
  const { validate_arguments: _, ...options } = given(state);
  let text = "Say here what the case is about.\n";
  text += /\r|^-- .* --$/m.test(state.output) ? `-- output.quoted --\n${JSON.stringify(state.output)}\n` : `-- output --\n${state.output}\n`;
  const tools = ask.tools(state.tools);
  if (tools) text += `-- tools.json --\n${JSON.stringify(tools.map(({ function: f }) => ({ name: f.name, ...(f.parameters ? { parameters: JSON.parse(f.parameters) } : {}) })))}\n`;
  if (Object.keys(options).length) text += `-- options.json --\n${JSON.stringify(options)}\n`;
  return text;
}

function given(state) {
  const { fallback_families: _, ...all } = { ...ask.given(state, "options"), ...ask.given(state, "request") };
  for (const key of ["finish_reason", "content_policy"]) if (all[key]) all[key] = renamed[all[key]];
  return all;
}
