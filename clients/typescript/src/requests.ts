import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { toTools, type ToolLike } from "./tools.js";
import {
  FinishReason,
  type ParseOptionsSchema,
  type ParseToolCallsRequest,
  ParseToolCallsRequestSchema,
  type SpecialTokensSchema,
  type StreamStart,
  StreamStartSchema,
  type ToolChoiceSchema,
} from "./v1.js";

/** Why generation ended: of the contract, or as OpenAI or Anthropic name it. */
export type FinishReasonLike = FinishReason | string | null | undefined;

const reasons: ReadonlyMap<string, FinishReason> = new Map<string, FinishReason>([
  ["stop", FinishReason.STOP],
  ["end_turn", FinishReason.STOP],
  ["stop_sequence", FinishReason.STOP],
  ["length", FinishReason.LENGTH],
  ["max_tokens", FinishReason.LENGTH],
  ["model_context_window_exceeded", FinishReason.LENGTH],
  ["tool_calls", FinishReason.TOOL_CALLS],
  ["function_call", FinishReason.TOOL_CALLS],
  ["tool_use", FinishReason.TOOL_CALLS],
  // These don't say whether the text is complete.
  ["content_filter", FinishReason.UNSPECIFIED],
  ["refusal", FinishReason.UNSPECIFIED],
  ["pause_turn", FinishReason.UNSPECIFIED],
  ["abort", FinishReason.UNSPECIFIED],
  ["error", FinishReason.UNSPECIFIED],
]);

/**
 * Converts a finish reason of OpenAI, Anthropic or vLLM to the contract's. A name that doesn't say
 * whether the text is complete ("content_filter"), null and undefined are UNSPECIFIED.
 *
 * @throws RangeError for an unknown name.
 */
export function finishReason(reason: FinishReasonLike): FinishReason {
  if (typeof reason === "number") {
    return reason;
  }
  if (reason === null || reason === undefined) {
    return FinishReason.UNSPECIFIED;
  }
  const known = reasons.get(reason);
  if (known === undefined) {
    const names = [...reasons.keys()].join(", ");
    throw new RangeError(`unknown finish reason "${reason}"; use null, or one of ${names}`);
  }
  return known;
}

/** Arguments that start a stream. One of family and model is required. */
export interface StreamArguments {
  /** Family of the model, by name or alias, such as "llama3". Default: chosen by model. */
  family?: string;
  /** Id of the model, such as "Qwen/Qwen3-8B"; chooses the family if none is given. */
  model?: string;
  /** Tools that the model was offered, in any shape that toTools accepts. Default: unknown. */
  tools?: Iterable<ToolLike>;
  /** How to parse. Default: the service's defaults. */
  options?: MessageInitShape<typeof ParseOptionsSchema>;
  /** Number of calls earlier in the conversation, for ids that count on. Default 0. */
  priorToolCalls?: number;
  /** Whether the prompt ended inside the model's reasoning. Default false. */
  reasoningOpen?: boolean;
  /** What the request to the model said of its choice of tools. Default: it had the choice. */
  toolChoice?: MessageInitShape<typeof ToolChoiceSchema>;
  /**
   * Which parts of the output were special tokens, in bytes of UTF-8. In a session, `{}` says that
   * each piece has its own. Default: it isn't known.
   */
  specialTokens?: MessageInitShape<typeof SpecialTokensSchema>;
}

/** Arguments of a complete output. */
export interface ParseArguments extends StreamArguments {
  /** Families to try in order while no call is accepted. Default: none. */
  fallbackFamilies?: string[];
  /** Why generation ended. Default: unknown. */
  finishReason?: FinishReasonLike;
}

/** Text that a request can carry. name is the argument's, for the error. */
export function checkedText(text: unknown, name: string): string {
  if (typeof text === "string") {
    return text.toWellFormed();
  }
  if (text === null || text === undefined) {
    throw new TypeError(
      `${name} is ${text}, want a string: a message without text has no output to parse; pass content ?? ""`,
    );
  }
  if (text instanceof Uint8Array) {
    throw new TypeError(`${name} is bytes, want a string: decode it with new TextDecoder().decode()`);
  }
  throw new TypeError(`${name} is ${typeof text}, want a string`);
}

/** Builds the request of one complete output, for Client.batch. */
export function parseRequest(modelOutput: string, args: ParseArguments): ParseToolCallsRequest {
  return create(ParseToolCallsRequestSchema, {
    ...args,
    modelOutput: checkedText(modelOutput, "modelOutput"),
    tools: toTools(args.tools),
    finishReason: finishReason(args.finishReason),
  });
}

/** Builds the message that starts a stream. */
export function streamStart(args: StreamArguments): StreamStart {
  return create(StreamStartSchema, { ...args, tools: toTools(args.tools) });
}
