// A middleware for the AI SDK (wrapLanguageModel) that makes tool calls of a model's text.
import { load } from "./index.js";

// The reasons of the AI SDK that say that the text is complete, as the parser names them. With all others it may have been cut off.
const COMPLETE = { stop: "stop", "tool-calls": "tool_calls" };

let shared;

/** Makes tool calls of what a model writes as text. */
export function toolParserMiddleware({ family, model, toolparser, options } = {}) {
  // requestOf is what the parser is told, or nothing where no call may be made.
  const requestOf = async (params, { modelId }) => {
    const choice = params.toolChoice;
    // Where the caller chose a tool, a call of another one stays text.
    const tools = (params.tools ?? []).filter((tool) => tool.type === "function" && (choice?.type !== "tool" || tool.name === choice.toolName));
    if (tools.length === 0 || choice?.type === "none") return undefined;
    const parser = await (toolparser ?? (shared ??= load()));
    const request = {
      tools: tools.map(({ name, inputSchema }) => ({ function: { name, parameters: inputSchema } })),
      options: { min_confidence: 0.5, reject_unknown_tools: true, ...options, buffer_tool_calls: true },
    };
    const found = family !== undefined ? { family } : familyOf(parser, model ?? modelId);
    return { parser, request: { ...request, ...found } };
  };

  return {
    specificationVersion: "v3",
    async wrapGenerate({ doGenerate, params, model: called }) {
      const [result, asked] = [await doGenerate(), await requestOf(params, called)];
      if (!asked) return result;
      const reason = unified(result.finishReason);
      const content = result.content.flatMap((part) => (part.type === "text" ? partsOf(part, asked, reason) : [part]));
      return { ...result, content, finishReason: endReason(result.finishReason, content) };
    },
    async wrapStream({ doStream, params, model: called }) {
      const [result, asked] = [await doStream(), await requestOf(params, called)];
      if (!asked) return result;
      const blocks = new Blocks(asked);
      const transform = new TransformStream({
        transform: (part, controller) => blocks.part(part, (each) => controller.enqueue(each)),
        flush: (controller) => blocks.end(undefined, (each) => controller.enqueue(each)),
      });
      return { ...result, stream: result.stream.pipeThrough(transform) };
    },
  };
}

// familyOf chooses the family by the model's id. Nobody's model is read by the family auto.
function familyOf(parser, id) {
  try {
    parser.parse("", { model: id });
    return { model: id };
  } catch (error) {
    if (error.code !== "NOT_FOUND") throw error;
    return { family: "auto" };
  }
}

// A finish reason is a string in version 5 of the AI SDK, and an object in version 6.
const unified = (reason) => (typeof reason === "string" ? reason : reason?.unified);

const parserReason = (reason) => COMPLETE[reason] ?? "length";

// endReason is the finish reason of a response: one that is complete and has calls ends because of them.
function endReason(reason, parts) {
  if (unified(reason) !== "stop" || !parts.some((part) => part.type === "tool-call")) return reason;
  return typeof reason === "string" ? "tool-calls" : { ...reason, unified: "tool-calls" };
}

const toolCall = ({ id, function: { name, arguments: input } }) => ({ type: "tool-call", toolCallId: id, toolName: name, input });

function partsOf(part, { parser, request }, reason) {
  const { result } = parser.parse(part.text, { ...request, finishReason: parserReason(reason) });
  const calls = result.tool_calls ?? [];
  if (calls.length === 0 && !result.reasoning) return [part];
  const parts = [];
  if (result.reasoning) parts.push({ type: "reasoning", text: result.reasoning });
  if (result.content) parts.push({ ...part, text: result.content });
  return [...parts, ...calls.map(toolCall)];
}

// Blocks are the blocks of text in one stream. A block is parsed while it comes; its end waits until it is known why the response ended.
class Blocks {
  #asked;
  #open = new Map(); // by id: { stream, start, begun, text, reasoning }
  #calls = [];

  constructor(asked) {
    this.#asked = asked;
  }

  part(part, emit) {
    switch (part.type) {
      case "text-start":
        this.end("stop", emit, (block) => block.ended); // what came before it is complete
        this.#open.set(part.id, { stream: this.#asked.parser.stream(this.#asked.request), start: part, begun: false });
        return;
      case "text-delta":
        if (this.#open.has(part.id)) this.#delta(this.#open.get(part.id), [this.#open.get(part.id).stream.send(part.delta)], emit, part);
        else emit(part);
        return;
      case "text-end":
        if (this.#open.has(part.id)) this.#open.get(part.id).ended = part;
        else emit(part);
        return;
      case "finish":
        this.end(unified(part.finishReason), emit);
        emit({ ...part, finishReason: endReason(part.finishReason, this.#calls) });
        return;
      default:
        emit(part);
    }
  }

  // end ends the blocks that are open, or some of them.
  end(reason, emit, which = () => true) {
    for (const [id, block] of this.#open) {
      if (!which(block)) continue;
      this.#open.delete(id);
      const { deltas } = block.stream.finish(parserReason(reason));
      this.#delta(block, deltas, emit, block.start);
      this.#closeReasoning(block, emit);
      if (block.begun) emit(block.ended ?? { type: "text-end", id });
    }
  }

  #delta(block, deltas, emit, { providerMetadata }) {
    const id = block.start.id;
    for (const { content, reasoning, tool_calls: calls = [] } of deltas) {
      if (reasoning) {
        if (!block.reasoning) emit({ type: "reasoning-start", id: `${id}-reasoning` });
        block.reasoning = true;
        emit({ type: "reasoning-delta", id: `${id}-reasoning`, delta: reasoning });
      }
      if (content) {
        this.#closeReasoning(block, emit);
        if (!block.begun) emit(block.start);
        block.begun = true;
        emit({ type: "text-delta", id, delta: content, ...(providerMetadata && { providerMetadata }) });
      }
      for (const call of calls) this.#call(call, emit);
    }
  }

  #closeReasoning(block, emit) {
    if (block.reasoning) emit({ type: "reasoning-end", id: `${block.start.id}-reasoning` });
    block.reasoning = false;
  }

  #call(call, emit) {
    const made = toolCall(call);
    this.#calls.push(made);
    emit({ type: "tool-input-start", id: made.toolCallId, toolName: made.toolName });
    emit({ type: "tool-input-delta", id: made.toolCallId, delta: made.input });
    emit({ type: "tool-input-end", id: made.toolCallId });
    emit(made);
  }
}
