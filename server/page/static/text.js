// The output with its segments in color.

import { element, plural, words } from "./dom.js";
import { span, textOf } from "./utf8.js";

const kinds = { TEXT: "text", TOOL_CALL: "call", INVALID_TOOL_CALL: "invalid call", MARKUP: "markup", REASONING: "reasoning" };
const kindOf = (segment) => segment.kind.replace("SEGMENT_KIND_", "");
const classOf = (kind) => kind.replaceAll("_", "-").toLowerCase();

// repairs are all reported repairs with their offsets, in the order of the text.
function repairs(response) {
  const all = [...(response.diagnostics.toolCalls ?? []), ...(response.invalidToolCalls ?? [])];
  return all.flatMap((call) => call.repairs ?? []).map((r) => ({ at: r.offset ?? 0, kind: words(r.kind, "REPAIR_KIND_") })).sort((a, b) => a.at - b.at);
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
    const upTo = (stop) => {
      for (const edge of [from, to, stop]) {
        const reach = Math.min(edge, stop);
        if (reach <= at) continue;
        const text = textOf(bytes, at, reach);
        inside.push(at >= to ? element("span", { className: "ahead" }, text) : at >= from ? element("span", { className: "chunk" }, text) : text);
        at = reach;
      }
    };
    for (; next < marks.length && (marks[next].at < end || last); next++) {
      upTo(Math.max(at, Math.min(marks[next].at, end)));
      inside.push(element("span", { className: "fix", role: "note", tabindex: "0", title: "repaired: " + marks[next].kind, "aria-label": `repaired: ${marks[next].kind}, byte ${marks[next].at}`, "data-at": String(marks[next].at) }));
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
  const confidence = call.confidence ?? 0;
  const label = (kind === "TOOL_CALL" ? "call " : "invalid ") + index + (confidence < 1 ? " · " + confidence : "");
  return element("mark", {
    id: `${classOf(kind)}-${index}`, className: classOf(kind) + (confidence < 1 ? " doubtful" : ""), tabindex: "-1",
    "data-label": label, title: `${kinds[kind]} ${index}, confidence ${confidence}`,
  }, ...inside);
}

function counts(segments, marks) {
  const rows = Object.keys(kinds).map((kind) => [classOf(kind), plural(segments.filter((s) => kindOf(s) === kind).length, kinds[kind] + " segment").replace("call segment", "call")]);
  if (marks.length) rows.push(["repair", plural(marks.length, "repair")]);
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
