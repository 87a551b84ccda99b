import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { toTools, type ToolLike } from "./tools.js";
import {
  FinishReason,
  type ParseOptionsSchema,
  type ParseToolCallsRequest,
  ParseToolCallsRequestSchema,
  type StreamStart,
  StreamStartSchema,
} from "./v1.js";

/** Why generation ended: of the contract, or as OpenAI or Anthropic name it. */
export type FinishReasonLike = FinishReason | string | null | undefined;

const reasons: ReadonlyMap<string, FinishReason> = new Map([
  ["stop", FinishReason.STOP],
  ["end_turn", FinishReason.STOP],
  ["stop_sequence", FinishReason.STOP],
  ["length", FinishReason.LENGTH],
  ["max_tokens", FinishReason.LENGTH],
  ["tool_calls", FinishReason.TOOL_CALLS],
  ["function_call", FinishReason.TOOL_CALLS],
  ["tool_use", FinishReason.TOOL_CALLS],
]);

/** A finish reason of the contract. A word that says nothing of the text's end ("content_filter") is UNSPECIFIED. */
export function finishReason(reason: FinishReasonLike): FinishReason {
  if (typeof reason === "number") {
    return reason;
  }
  return reasons.get(reason ?? "") ?? FinishReason.UNSPECIFIED;
}

/** What a stream begins with. One of family and model is needed. */
export interface StreamArguments {
  /** The model's family, by name or alias. */
  family?: string;
  /** The model's id, which chooses the family where none is given. */
  model?: string;
  /** What the model was offered, in any shape that toTools takes. */
  tools?: Iterable<ToolLike>;
  options?: MessageInitShape<typeof ParseOptionsSchema>;
  /** Calls earlier in the conversation. */
  priorToolCalls?: number;
  /** The prompt ended inside the model's reasoning. */
  reasoningOpen?: boolean;
}

/** What a complete output comes with. */
export interface ParseArguments extends StreamArguments {
  /** Tried in order while no call is accepted. */
  fallbackFamilies?: string[];
  /** Why generation ended. */
  finishReason?: FinishReasonLike;
}

/** One complete output, as Client.parse and Client.batch send it. */
export function parseRequest(modelOutput: string, args: ParseArguments): ParseToolCallsRequest {
  return create(ParseToolCallsRequestSchema, {
    ...args,
    modelOutput: modelOutput.toWellFormed(),
    tools: toTools(args.tools),
    finishReason: finishReason(args.finishReason),
  });
}

/** What a stream begins with, as Client.stream sends it. */
export function streamStart(args: StreamArguments): StreamStart {
  return create(StreamStartSchema, { ...args, tools: toTools(args.tools) });
}
