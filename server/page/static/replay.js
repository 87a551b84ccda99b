// The output as a stream: what each piece made certain.

import { element } from "./dom.js";
import { stream } from "./rpc.js";
import { bytesOf, pieces, span } from "./utf8.js";
import * as ask from "./request.js";

const most = 4000; // pieces of one replay

// load streams the output, and returns its steps: 0 is the start, the last the finish.
export async function load(state, how) {
  let size = state.size;
  let cut = pieces(state.output, size);
  while (cut.length > most) cut = pieces(state.output, (size *= 4));
  const { model_output: _, fallback_families: __, finish_reason, ...start } = ask.request(state);
  const requests = [{ start }, ...cut.map((delta) => ({ delta })), { finish: { finish_reason } }];
  const answers = await stream("StreamToolCalls", requests, how);
  let fed = 0;
  const steps = answers.map((answer, i) => {
    const from = fed;
    if (i > 0 && i <= cut.length) fed += bytesOf(cut[i - 1]).length;
    return { text: i > 0 ? cut[i - 1] : undefined, piece: [from, fed], said: said(answer), delta: answer.delta };
  });
  return { steps, size };
}

// said is what one answer says, in words.
function said(answer) {
  const { content, reasoning, toolCalls = [], invalidToolCalls = [] } = answer.delta ?? {};
  const lines = [];
  if (reasoning) lines.push(`reasoning ${quote(reasoning)}`);
  for (const call of invalidToolCalls) lines.push(`call ${call.index ?? 0} is withdrawn${call.message ? ": " + call.message : ""}`);
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

// at is what is certain after a step.
export function at(steps, step) {
  const state = { content: "", calls: new Map() };
  for (const { delta } of steps.slice(0, step + 1)) {
    state.content += delta?.content ?? "";
    for (const call of delta?.invalidToolCalls ?? []) state.calls.delete(call.index ?? 0);
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

// describe says which step it is.
export function describe({ steps, size }, step) {
  const last = steps.length - 1;
  if (step === 0) return `Start: nothing has come. ${last - 1} pieces of ${size} follow.`;
  const { text, said } = steps[step];
  const what = step === last ? "Finish" : `Piece ${step} of ${last - 1}, ${JSON.stringify(text)}`;
  return `${what}: ${said.length ? said.join("; ") : "nothing became certain"}.`;
}

// draw shows what is certain after a step, and which steps made it so.
export function draw(view, { steps }, step, go) {
  const { content, calls } = at(steps, step);
  const events = steps.flatMap((s, i) => s.said.map((line) => ({ i, line }))).filter((e) => e.i <= step);
  view.replaceChildren(
    element("h2", {}, "Certain so far"),
    ...(content ? [element("pre", { className: "content" }, content)] : []),
    ...[...calls.values()].map((call) => element("article", { className: "card" },
      element("h3", {}, call.name, element("small", {}, call.complete ? "complete" : "begun")), element("pre", {}, call.args))),
    element("ol", { "aria-label": "What made it certain" }, ...events.slice(-200).map((e) => element("li", { className: e.i === step ? "now" : "" },
      element("button", { type: "button", on: { click: () => go(e.i) } }, `${e.i === steps.length - 1 ? "finish" : "piece " + e.i}: ${e.line}`)))),
  );
  const list = view.querySelector("ol");
  list.scrollTop = list.scrollHeight;
}

// moment is where in the text a step is; undefined when all has come.
export function moment({ steps }, step) {
  return step >= steps.length - 1 ? undefined : { piece: span({ start: steps[step].piece[0], end: steps[step].piece[1] }) };
}
