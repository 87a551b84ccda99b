// The request: a state of plain values, which a link can hold, the form that shows the state, and
// the request made of it.

import { $, element, words } from "./dom.js";
import { wellFormed } from "./utf8.js";

// The fields other than the output, the family and the tools. in: the message that has them.
const fields = [
  { name: "finish_reason", in: "request", kind: "choice", values: ["FINISH_REASON_STOP", "FINISH_REASON_LENGTH", "FINISH_REASON_TOOL_CALLS"], prefix: "FINISH_REASON_" },
  { name: "content_policy", in: "options", kind: "choice", values: ["CONTENT_POLICY_JOINED", "CONTENT_POLICY_VERBATIM", "CONTENT_POLICY_CLEAN"], prefix: "CONTENT_POLICY_" },
  { name: "separate_reasoning", in: "options", kind: "switch" },
  { name: "reasoning_open", in: "request", kind: "switch" },
  { name: "accept_incomplete", in: "options", kind: "switch" },
  { name: "disable_repair", in: "options", kind: "switch" },
  { name: "reject_unknown_tools", in: "options", kind: "switch", needsTools: true },
  { name: "validate_arguments", in: "options", kind: "switch", needsTools: true },
  { name: "buffer_tool_calls", in: "options", kind: "switch" },
  { name: "native_only", in: "options", kind: "switch" },
  { name: "min_confidence", in: "options", kind: "number", step: "0.1", max: "1" },
  { name: "prior_tool_calls", in: "request", kind: "number", step: "1" },
  { name: "formats", in: "options", kind: "list" },
  { name: "fallback_families", in: "request", kind: "list" },
];

// build makes the form of the options.
export function build(changed) {
  $("options").replaceChildren(...fields.map((field) => {
    const input = field.kind === "choice"
      ? element("select", { id: field.name }, ...field.values.map((v) => element("option", { value: v }, words(v, field.prefix))))
      : element("input", { id: field.name, type: { switch: "checkbox", number: "number", list: "text" }[field.kind], min: field.step && "0", max: field.max, step: field.step, placeholder: field.kind === "list" ? "a, b" : field.step && "0" });
    input.addEventListener("input", changed);
    const name = words(field.name, "");
    const why = field.needsTools && element("small", { id: field.name + "-ignored", hidden: true }, "no effect without tools");
    return element("label", {}, ...(field.kind === "switch" ? [input, element("span", {}, name), why] : [name, input]));
  }));
}

// markIgnored marks the values of the form that have no effect.
export function markIgnored() {
  const ignored = [["model", $("family").value && $("model").value]];
  for (const { name } of fields.filter((f) => f.needsTools)) ignored.push([name, $(name).checked && !$("tools").value.trim()]);
  for (const [id, is] of ignored) {
    $(id).closest("label").classList.toggle("ignored", Boolean(is));
    $(id + "-ignored").hidden = !is;
  }
}

const readers = {
  choice: (input) => (input.selectedIndex > 0 ? input.value : undefined),
  switch: (input) => input.checked || undefined,
  number: (input) => (Number(input.value) ? Number(input.value) : undefined),
  list: (input) => input.value.split(",").map((s) => s.trim()).filter(Boolean).join(", ") || undefined,
};

// read is the state of the form, with an output that a text area would change.
export function read(output) {
  const state = { family: $("family").value, model: $("model").value, output: wellFormed(output), tools: $("tools").value, size: Number($("size").value) };
  for (const field of fields) state[field.name] = readers[field.kind]($(field.name));
  return state;
}

// write shows a state, which may come from a stranger's link.
export function write(state) {
  const text = (value) => (typeof value === "string" ? value : "");
  for (const name of ["family", "model", "output", "tools"]) $(name).value = text(state[name]);
  if ($("family").selectedIndex < 0) $("family").selectedIndex = 0;
  if ([1, 4, 16, 64].includes(state.size)) $("size").value = state.size;
  for (const field of fields) {
    const input = $(field.name);
    if (field.kind === "switch") input.checked = state[field.name] === true;
    else if (field.kind === "choice") input.selectedIndex = Math.max(0, field.values.indexOf(state[field.name]));
    else input.value = ["string", "number"].includes(typeof state[field.name]) ? state[field.name] : "";
  }
}

// tools are those of the request; a schema is text there.
export function tools(text) {
  if (!text.trim()) return undefined;
  const list = parsed(text);
  if (!Array.isArray(list)) throw new Error("Tools: want a JSON array of tools");
  return list.map((tool) => {
    const { name, description, parameters } = tool?.function ?? tool ?? {};
    const schema = parameters === undefined || typeof parameters === "string" ? parameters : JSON.stringify(parameters);
    return { type: "function", function: { name, description, parameters: schema } };
  });
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`Tools: this is no JSON (${error.message}); want a JSON array of tools, or nothing`, { cause: error });
  }
}

// given are the fields that aren't at their defaults, as the contract has them.
export function given(state, where) {
  const set = {};
  for (const field of fields.filter((f) => f.in === where)) {
    const value = state[field.name];
    if (value !== undefined) set[field.name] = field.kind === "list" ? value.split(", ") : value;
  }
  return set;
}

// request is the message that ParseToolCalls gets.
export function request(state) {
  const asked = { family: state.family || undefined, model: state.family ? undefined : state.model || undefined, model_output: state.output };
  const options = given(state, "options");
  return { ...asked, tools: tools(state.tools), ...(Object.keys(options).length ? { options } : {}), ...given(state, "request") };
}
