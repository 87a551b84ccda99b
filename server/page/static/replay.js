// The output as a stream: what each chunk adds to the result.

import { element } from "./dom.js";
import { stream } from "./rpc.js";
import { bytesOf, chunks, span } from "./utf8.js";
import * as ask from "./request.js";

const most = 4000; // chunks of one replay

// load streams the output, and returns its steps: 0 is the start, the last the finish.
export async function load(state, how) {
  let size = state.size;
  let cut = chunks(state.output, size);
  while (cut.length > most) cut = chunks(state.output, (size *= 4));
  const { model_output: _, fallback_families: __, finish_reason, ...start } = ask.request(state);
  const requests = [{ start }, ...cut.map((delta) => ({ delta })), { finish: { finish_reason } }];
  const answers = await stream("StreamToolCalls", requests, how);
  let fed = 0;
  const steps = answers.map((answer, i) => {
    const from = fed;
    if (i > 0 && i <= cut.length) fed += bytesOf(cut[i - 1]).length;
    return { text: i > 0 ? cut[i - 1] : undefined, chunk: [from, fed], said: said(answer), delta: answer.delta };
  });
  return { steps, size, wanted: state.size };
}

// said is what one answer says, in words.
function said(answer) {
  const { content, reasoning, toolCalls = [], invalidToolCalls = [] } = answer.delta ?? {};
  const lines = [];
  if (reasoning) lines.push(`reasoning ${quote(reasoning)}`);
  for (const call of invalidToolCalls) lines.push(`call ${call.index ?? 0} withdrawn${call.message ? ": " + call.message : ""}`);
  if (content) lines.push(`content ${quote(content)}`);
  for (const call of toolCalls) {
    const parts = [];
    if (call.function?.name) parts.push(call.function.name);
    if (call.function?.arguments) parts.push("arguments " + quote(call.function.arguments));
    if (call.complete) parts.push("complete");
    lines.push(`call ${call.index ?? 0}: ${parts.join(", ")}`);
  }
  return lines;
}

const quote = (text) => JSON.stringify(text.length > 200 ? text.slice(0, 200).toWellFormed() + "…" : text);

// at is what a client has after a step.
export function at(steps, step) {
  const state = { content: "", reasoning: "", calls: new Map() };
  for (const { delta } of steps.slice(0, step + 1)) {
    state.content += delta?.content ?? "";
    state.reasoning += delta?.reasoning ?? "";
    for (const call of delta?.invalidToolCalls ?? []) {
      const known = state.calls.get(call.index ?? 0);
      if (known) known.withdrawn = true;
    }
    for (const call of delta?.toolCalls ?? []) {
      const known = state.calls.get(call.index ?? 0) ?? { name: "", args: "", complete: false };
      known.name += call.function?.name ?? "";
      known.args += call.function?.arguments ?? "";
      known.complete ||= call.complete === true;
      state.calls.set(call.index ?? 0, known);
    }
  }
  return state;
}

// describe is one line about a step. The size of its chunks isn't always the one that was chosen.
export function describe({ steps, size, wanted }, step) {
  const last = steps.length - 1;
  const real = size === wanted ? "" : ` Each chunk has ${size} characters, since a replay has at most ${most.toLocaleString("en")} chunks.`;
  if (step === 0) return `Start: nothing received. ${last - 1} chunks follow, of ${size} characters each.${real}`;
  const { text, said } = steps[step];
  const what = step === last ? "Finish" : `Chunk ${step} of ${last - 1}, ${quote(text)}`;
  return `${what}: ${said.length ? said.join("; ") : "no new output"}.${real}`;
}

// draw shows the result after a step, and the events that led to it.
export function draw(view, { steps }, step, go) {
  const { content, reasoning, calls } = at(steps, step);
  const events = steps.flatMap((s, i) => s.said.map((line) => ({ i, line }))).filter((e) => e.i <= step);
  view.replaceChildren(
    element("h2", {}, "Received so far"),
    ...[["reasoning", reasoning], ["content", content]].flatMap(([name, text]) => (text ? [element("pre", { className: "bounded " + name, tabindex: "0", "aria-label": name + " so far" }, text)] : [])),
    ...[...calls.values()].map(card),
    ...(events.length ? [element("h2", {}, "Events")] : []),
    element("ol", { className: "events", "aria-label": "Events", hidden: !events.length }, ...events.slice(-200).map((e) => element("li", { className: e.i === step ? "now" : "" },
      element("button", { type: "button", on: { click: () => go(e.i) } }, element("span", { className: "number" }, e.i === steps.length - 1 ? "finish" : `chunk ${e.i}`), element("span", {}, e.line))))),
  );
  const list = view.querySelector("ol");
  list.scrollTop = list.scrollHeight;
}

function card({ name, args, complete, withdrawn }) {
  return element("article", { className: withdrawn ? "card invalid" : "card" },
    element("h3", {}, name, element("small", {}, withdrawn ? "withdrawn: the call is invalid" : complete ? "complete" : "in progress")),
    args && element("pre", { className: "bounded", tabindex: "0", "aria-label": `arguments of ${name} so far` }, args));
}

// moment is where in the text a step is; undefined when all has come.
export function moment({ steps }, step) {
  return step >= steps.length - 1 ? undefined : { chunk: span({ start: steps[step].chunk[0], end: steps[step].chunk[1] }) };
}
