// The output with its segments in color.

import { element, plural, words } from "./dom.js";
import { span, textOf } from "./utf8.js";

const kinds = { TEXT: "text", TOOL_CALL: "call", INVALID_TOOL_CALL: "invalid call", MARKUP: "markup", REASONING: "reasoning" };
const kindOf = (segment) => segment.kind.replace("SEGMENT_KIND_", "");
const classOf = (kind) => kind.replaceAll("_", "-").toLowerCase();

// repairs are the offsets of all reported repairs, in the order of the text, each with what was repaired there.
function repairs(response) {
  const all = [...(response.diagnostics.toolCalls ?? []), ...(response.invalidToolCalls ?? [])];
  const places = new Map();
  for (const { offset: at = 0, kind } of all.flatMap((call) => call.repairs ?? [])) {
    places.set(at, [...(places.get(at) ?? []), words(kind, "REPAIR_KIND_")]);
  }
  return [...places].map(([at, kinds]) => ({ at, kinds })).sort((a, b) => a.at - b.at);
}

const count = (marks) => marks.reduce((n, mark) => n + mark.kinds.length, 0);

// after is the offset after the character at an offset.
function after(bytes, at) {
  let end = at + 1;
  while (end < bytes.length && (bytes[end] & 0xc0) === 0x80) end++;
  return Math.min(end, bytes.length);
}

// repaired marks the character that was repaired. A repair at the end of the output has none: its mark follows the last one.
function repaired({ at, kinds }, text) {
  const what = kinds.join(", ");
  return element("span", { className: text ? "fix" : "fix end", role: "note", tabindex: "0", title: "repaired: " + what, "aria-label": `repaired: ${what}, byte ${at}`, "data-at": String(at) }, text);
}

// draw shows the text. At a moment of a stream, the text still to come is faint, and the last chunk
// is framed.
export function draw(view, legend, bytes, response, moment) {
  const marks = repairs(response);
  const [from, to] = moment ? moment.chunk : [bytes.length, bytes.length];
  const segments = response.diagnostics.segments ?? [];
  let next = 0;
  view.replaceChildren(...segments.map((segment, i) => {
    const [start, end] = span(segment.span);
    const last = i === segments.length - 1;
    const inside = [];
    let at = start;
    const put = (node, reach) => {
      inside.push(at >= to ? element("span", { className: "ahead" }, node) : at >= from ? element("span", { className: "chunk" }, node) : node);
      at = reach;
    };
    const upTo = (stop) => {
      for (const edge of [from, to, stop]) {
        const reach = Math.min(edge, stop);
        if (reach > at) put(textOf(bytes, at, reach), reach);
      }
    };
    for (; next < marks.length && (marks[next].at < end || last); next++) {
      upTo(Math.max(at, Math.min(marks[next].at, end)));
      const reach = at < end ? after(bytes, at) : at;
      put(repaired(marks[next], textOf(bytes, at, reach)), reach);
    }
    upTo(end);
    return mark(segment, response, inside);
  }));
  legend.replaceChildren(...counts(segments, marks));
}

function mark(segment, response, inside) {
  const kind = kindOf(segment);
  const index = segment.index ?? 0;
  const call = { TOOL_CALL: response.diagnostics.toolCalls, INVALID_TOOL_CALL: response.invalidToolCalls }[kind]?.[index];
  if (!call) return element("mark", { className: classOf(kind) }, ...inside);
  const own = { id: `${classOf(kind)}-${index}`, tabindex: "-1" };
  if (kind !== "TOOL_CALL") return element("mark", { ...own, className: classOf(kind), "data-label": "invalid " + index, title: `${kinds[kind]} ${index}` }, ...inside);
  const confidence = call.confidence ?? 0;
  return element("mark", {
    ...own, className: classOf(kind) + (confidence < 1 ? " doubtful" : ""),
    "data-label": `call ${index}${confidence < 1 ? " · " + confidence : ""}`, title: `call ${index}, confidence ${confidence}`,
  }, ...inside);
}

function counts(segments, marks) {
  const rows = Object.keys(kinds).map((kind) => [classOf(kind), plural(segments.filter((s) => kindOf(s) === kind).length, kinds[kind] + " segment").replace("call segment", "call")]);
  if (marks.length) rows.push(["repair", plural(count(marks), "repair")]);
  return rows.filter(([, text]) => !text.startsWith("0 ")).map(([className, text]) => element("li", { className }, text));
}

// find scrolls to a node of the text, and frames its segment.
export function find(node) {
  if (!node) return;
  document.querySelector("mark.found")?.classList.remove("found");
  node.closest("mark")?.classList.add("found");
  node.focus({ preventScroll: true });
  node.scrollIntoView({ block: "nearest" });
}
