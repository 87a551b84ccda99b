/**
 * Results and deltas in the shapes of OpenAI's chat API, as the types of the package
 * `openai` have them; that package isn't needed. For tools in OpenAI's shapes see toTools.
 */
import { finishReason as toFinishReason, type FinishReasonLike } from "./requests.js";
import { type DeltaMessage, type DeltaToolCall, FinishReason, type ParseToolCallsResponse } from "./v1.js";

/** The message of a choice. */
export interface Message {
  role: "assistant";
  content: string | null;
  refusal: null;
  /** The reasoning, if it was separated. */
  reasoning_content?: string;
  tool_calls?: ToolCall[];
}

export interface ToolCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

/** An element of a streamed answer. */
export interface Chunk {
  id: string;
  object: "chat.completion.chunk";
  created: number;
  model: string;
  choices: [{ index: number; delta: Delta; finish_reason: FinishReasonWord | null; logprobs: null }];
}

/** What a chunk adds to a message. */
export interface Delta {
  role?: "assistant";
  content?: string;
  reasoning_content?: string;
  tool_calls?: ToolCallDelta[];
}

/** The next piece of a call; id, type and name come once, with the first. */
export interface ToolCallDelta {
  index: number;
  id?: string;
  type?: "function";
  function?: { name?: string; arguments?: string };
}

export type FinishReasonWord = "stop" | "length" | "tool_calls";

/** The `message` of a choice. */
export function message({ result }: ParseToolCallsResponse): Message {
  const toolCalls = result?.toolCalls.map(
    ({ id, function: called }): ToolCall => ({
      id,
      type: "function",
      function: { name: called?.name ?? "", arguments: called?.arguments ?? "" },
    }),
  );
  return {
    role: "assistant",
    content: result?.content ?? null,
    refusal: null,
    ...(result?.reasoning !== undefined && { reasoning_content: result.reasoning }),
    ...(toolCalls?.length && { tool_calls: toolCalls }),
  };
}

/** The `finish_reason` of a choice: why generation ended, and whether tools are called. */
export function finishReason(toolsCalled: boolean, reason?: FinishReasonLike): FinishReasonWord {
  if (toFinishReason(reason) === FinishReason.LENGTH) {
    return "length";
  }
  return toolsCalled ? "tool_calls" : "stop";
}

/**
 * Makes the chunks of one choice of a stream, its first, from the deltas of a session.
 *
 * Ask for `bufferToolCalls` in the session's options: OpenAI's stream can't withdraw a
 * call that turns out broken.
 */
export class Chunks {
  #begun = false;
  #toolsCalled = false;
  readonly #created = Math.floor(Date.now() / 1000);

  constructor(
    private readonly id: string,
    private readonly model: string,
  ) {}

  /** The chunk of a delta; undefined if it has nothing that a chunk could say. */
  of(delta: DeltaMessage): Chunk | undefined {
    const toolCalls = delta.toolCalls.map(toolCall).filter((call) => call.id !== undefined || call.function);
    if (delta.content === undefined && delta.reasoning === undefined && toolCalls.length === 0) {
      return undefined;
    }
    this.#toolsCalled ||= toolCalls.length > 0;
    return this.#chunk({
      ...(delta.content !== undefined && { content: delta.content }),
      ...(delta.reasoning !== undefined && { reasoning_content: delta.reasoning }),
      ...(toolCalls.length && { tool_calls: toolCalls }),
    });
  }

  /** The chunk that ends the choice. */
  last(reason?: FinishReasonLike): Chunk {
    return this.#chunk({}, finishReason(this.#toolsCalled, reason));
  }

  #chunk(said: Delta, finish: FinishReasonWord | null = null): Chunk {
    const delta: Delta = this.#begun ? said : { role: "assistant", ...said };
    this.#begun = true;
    return {
      id: this.id,
      object: "chat.completion.chunk",
      created: this.#created,
      model: this.model,
      choices: [{ index: 0, delta, finish_reason: finish, logprobs: null }],
    };
  }
}

function toolCall({ index, id, function: called }: DeltaToolCall): ToolCallDelta {
  const said = {
    ...(called?.name !== undefined && { name: called.name }),
    ...(called?.arguments !== undefined && { arguments: called.arguments }),
  };
  return {
    index,
    ...(id !== undefined && { id, type: "function" as const }),
    ...(Object.keys(said).length && { function: said }),
  };
}
