// What to try if the output has no call: another family, or a tool to declare. Both were tried on the server before
// they are offered, so that a click leads to a call.

import { element } from "./dom.js";
import { stream } from "./rpc.js";
import { span } from "./utf8.js";
import * as ask from "./request.js";

const most = 256 << 10; // longest output that is tried, in UTF-16 code units
const shown = 3; // families that are offered
const tools = 3; // tools that are offered

const called = /"(?:name|tool_name|tool|function|action)"\s*:\s*"([\w.:-]{1,64})"|(?:^|[[\s;])([A-Za-z_]\w{0,63})\(/g;

// named are the names that the text seems to call, and that aren't declared.
function named(state) {
  const declared = (ask.tools(state.tools) ?? []).map((tool) => tool.function.name);
  const names = [...state.output.matchAll(called)].map((m) => m[1] ?? m[2]);
  return [...new Set(names)].filter((name) => !declared.includes(name)).slice(0, 16);
}

// textIn is the number of bytes that a family leaves as text.
const textIn = ({ diagnostics }) => (diagnostics.segments ?? []).filter((s) => s.kind === "SEGMENT_KIND_TEXT").reduce((n, s) => n + span(s.span)[1] - span(s.span)[0], 0);

// own is whether a family reads its calls in a format of its own.
const own = (family, { diagnostics }) => diagnostics.toolCalls.some((call) => call.format.startsWith(family + "/"));

// find returns what reads a call in the output: families, and tools. If none does, open is the call in which the output
// ends for a family.
export async function find(state, families, how) {
  if (state.output.length > most) return undefined;
  const names = named(state);
  const items = families.filter((f) => f.name !== state.family && f.formats?.length).map((f) => ({ id: f.name, request: ask.request({ ...state, family: f.name, fallback_families: undefined }) }));
  const declares = { ...ask.request(state), tools: [...(ask.tools(state.tools) ?? []), ...names.map((name) => ({ type: "function", function: { name } }))] };
  const answers = await stream("BatchParseToolCalls", names.length ? [...items, { id: "", request: declares }] : items, how);
  const readings = answers.filter((a) => a.response).map(({ id = "", response }) => ({ family: id, ...response, calls: response.result.toolCalls ?? [] }));
  const readers = readings.filter((r) => r.family && r.calls.length);
  const rank = (r) => [-r.calls.length, textIn(r), (r.invalidToolCalls ?? []).length, -r.diagnostics.confidence, -own(r.family, r)];
  readers.sort((a, b) => rank(a).map((value, i) => value - rank(b)[i]).find((d) => d !== 0) ?? 0);
  const open = readings.filter((r) => r.family).flatMap((r) => (r.invalidToolCalls ?? []).filter((call) => call.reason === "INVALID_REASON_INCOMPLETE").map((call) => ({ family: r.family, call })))[0];
  return {
    families: readers.slice(0, shown).map((r) => r.family),
    tools: [...new Set(readings.filter((r) => !r.family).flatMap((r) => r.calls.map((call) => call.function.name)))].slice(0, tools),
    open: readers.length ? undefined : open,
  };
}

// declared is the text of the tools with one more.
export function declared(text, name) {
  const list = text.trim() ? JSON.parse(text) : [];
  return JSON.stringify([...list, { name }]);
}

// say writes in one sentence what to try, with a button for each.
export function say(view, found, select, declare) {
  const buttons = (names, act) => names.flatMap((name, i) => [i === 0 ? " " : i < names.length - 1 ? ", " : " or ", element("button", { type: "button", on: { click: () => act(name) } }, name)]);
  const parts = [];
  if (found.families.length) parts.push("read it as", ...buttons(found.families, select));
  if (found.tools.length) parts.push(`${found.families.length ? ", or " : ""}declare the tool`, ...buttons(found.tools, declare));
  if (parts.length) parts.unshift("To get a call, ");
  else if (found.open) parts.push(`For ${found.open.family}, the output ends inside a call of ${found.open.call.name || "a tool without a name"} (${found.open.call.message}): read it as`, ...buttons([found.open.family], select));
  view.replaceChildren(...(parts.length ? [...parts, "."] : []));
  view.hidden = !parts.length;
}
