// The calls, the invalid ones, and the content.

import { $, element, words } from "./dom.js";
import { find } from "./text.js";
import { span } from "./utf8.js";

export function draw(view, response) {
  const { result = {}, diagnostics = {}, invalidToolCalls: invalid = [] } = response;
  const calls = result.toolCalls ?? [];
  view.replaceChildren(
    ...heading("Calls", calls.length),
    ...calls.map((call, i) => card(i, call.function.name, call.function.arguments ?? "", diagnostics.toolCalls[i], notes(call, diagnostics.toolCalls[i]))),
    ...heading("Invalid calls", invalid.length),
    ...invalid.map((call, i) => card(i, call.name || "(no name)", call.arguments ?? "", call, [], words(call.reason, "INVALID_REASON_") + (call.message ? ": " + call.message : ""))),
    ...more(diagnostics.omittedInvalidToolCalls, "invalid calls"),
    ...shown("Content", result.content),
    ...shown("Reasoning", result.reasoning),
  );
}

const heading = (title, n) => (n ? [element("h2", {}, `${title} (${n})`)] : []);
const shown = (title, text) => (text === undefined ? [] : [element("h2", {}, title), element("pre", { id: title.toLowerCase() }, text)]);
const more = (n, what) => (n ? [element("p", {}, `${n} more ${what} aren't told.`)] : []);

function card(index, name, args, about, notes, reason) {
  const [start, end] = span(about.span);
  const confidence = about.confidence ?? 0;
  const place = (reason ? "invalid-tool-call-" : "tool-call-") + index;
  return element("article", { className: reason ? "card invalid" : "card", "aria-label": name },
    element("h3", {}, name,
      element("small", {}, element("meter", { min: 0, max: 1, low: 0.5, high: 0.9, optimum: 1, value: confidence, "aria-label": "confidence" }), ` ${confidence}`),
      element("small", {}, about.format ?? ""),
      element("button", { type: "button", on: { click: () => find($(place)) } }, `bytes ${start} to ${end}`)),
    reason && element("p", { className: "reason" }, reason),
    element("pre", {}, args),
    ...list([...fixes(about), ...notes]),
    ...more(about.omittedRepairs, "repairs"));
}

const list = (items) => (items.length ? [element("ul", {}, ...items.map((item) => element("li", {}, item)))] : []);

function fixes(about) {
  return (about.repairs ?? []).map((repair) => {
    const at = repair.offset ?? 0;
    return element("button", { type: "button", on: { click: () => find(document.querySelector(`.fix[data-at="${at}"]`)) } }, `repaired: ${words(repair.kind, "REPAIR_KIND_")}, byte ${at}`);
  });
}

function notes(call, about) {
  const said = [`id ${call.id}${about.idSynthesized ? ", made here" : ""}`];
  if (about.unknownTool) said.push("no tool of this name was given");
  return said.concat((about.schemaViolations ?? []).map((v) => `breaks its schema at ${v.pointer || "the whole"}: ${v.message}`));
}
