// The calls, the invalid calls, the text for the user and the reasoning.

import { $, element, words } from "./dom.js";
import { explained } from "./explained.js";
import { find } from "./text.js";
import { span } from "./utf8.js";

export function draw(view, response) {
  const { result = {}, diagnostics = {}, invalidToolCalls: invalid = [] } = response;
  const calls = result.toolCalls ?? [];
  view.replaceChildren(
    ...heading("Calls", calls.length),
    ...calls.map((call, i) => card(i, call.function.name, call.function.arguments ?? "", diagnostics.toolCalls[i], notes(call, diagnostics.toolCalls[i]))),
    ...heading("Invalid calls", invalid.length),
    ...invalid.map((call, i) => card(i, call.name || "(no name)", call.arguments ?? "", call, [], call.reason)),
    ...more(diagnostics.omittedInvalidToolCalls, "invalid calls"),
    ...leaks(diagnostics.leaks ?? []),
    ...looksLike(diagnostics.looksLike),
    ...shown("content", "Text for the user", result.content),
    ...shown("reasoning", "Reasoning", result.reasoning),
  );
}

const heading = (title, n) => (n ? [element("h2", {}, `${title} (${n})`)] : []);
const shown = (id, title, text) => (text === undefined ? [] : [element("h2", {}, title), element("pre", { id, className: "bounded", tabindex: "0", "aria-label": title }, text)]);
const looksLike = (family) => (family ? [element("p", {}, `All calls are in the format of the family ${family}.`)] : []);
const more = (n, what) => (n ? [element("p", {}, `${n} more ${what} are not listed.`)] : []);

// leaks are the places in the content that look like a call.
function leaks(list) {
  const items = list.map((leak) => {
    const [start, end] = span(leak.span);
    const what = leak.name ? `: ${leak.name}` : ` of ${leak.family}`;
    return element("li", {}, `${words(leak.kind, "LEAK_KIND_")}${what}, bytes ${start} to ${end}`, element("small", {}, explained[leak.kind]));
  });
  return items.length ? [...heading("Leaks", items.length), element("ul", { id: "leaks" }, ...items)] : [];
}

function card(index, name, args, about, notes, reason) {
  const [start, end] = span(about.span);
  const place = (reason ? "invalid-tool-call-" : "tool-call-") + index;
  return element("article", { className: reason ? "card invalid" : "card", "aria-label": name },
    element("h3", {}, name,
      !reason && certainty(about.confidence ?? 0),
      about.format && element("small", { title: "The format that the call was read in" }, about.format),
      element("button", { type: "button", title: "Show these bytes in the output", on: { click: () => find($(place)) } }, `bytes ${start} to ${end}`)),
    reason && element("p", { className: "reason" }, element("strong", {}, words(reason, "INVALID_REASON_")), about.message ? `: ${about.message}` : "", element("small", {}, explained[reason])),
    args && element("pre", { className: "bounded", tabindex: "0", "aria-label": `arguments of ${name}` }, args),
    ...list([...fixes(about), ...notes]),
    ...more(about.omittedRepairs, "repairs"));
}

function certainty(confidence) {
  return element("small", { title: "1 is certain. Repairs, surrounding text, and a second possible reading lower it." }, "confidence ", level(confidence), ` ${confidence}`);
}

function level(confidence) {
  const bar = element("span", { className: "level", role: "meter", "aria-label": "confidence", "aria-valuemin": "0", "aria-valuemax": "1", "aria-valuenow": String(confidence) });
  bar.style.setProperty("--level", confidence);
  return bar;
}

const list = (items) => (items.length ? [element("ul", {}, ...items.map((item) => element("li", {}, ...[item].flat())))] : []);

function fixes(about) {
  return (about.repairs ?? []).map((repair) => {
    const at = repair.offset ?? 0;
    const show = () => find(document.querySelector(`#text .fix[data-at="${at}"]`));
    return [element("button", { type: "button", on: { click: show } }, `repaired: ${words(repair.kind, "REPAIR_KIND_")}, byte ${at}`), element("small", {}, explained[repair.kind])];
  });
}

function notes(call, about) {
  const said = [element("small", {}, `id ${call.id}${about.idSynthesized ? ", generated: the output has none" : ""}`)];
  if (about.unknownTool) said.push("unknown tool: the request declares no tool of this name");
  return said.concat((about.schemaViolations ?? []).map((v) => `breaks its schema at ${v.pointer || "the top level"}: ${v.message}`));
}
