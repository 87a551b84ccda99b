/**
 * Results in the shapes of Anthropic's messages API, as the types of the package
 * `@anthropic-ai/sdk` have them; that package isn't needed. For tools in Anthropic's shape
 * see toTools.
 */
import { finishReason, type FinishReasonLike } from "./requests.js";
import { FinishReason, type ParseToolCallsResponse, type ToolCall } from "./v1.js";

export interface ThinkingBlock {
  type: "thinking";
  thinking: string;
  /** Empty: only Anthropic signs thoughts. */
  signature: string;
}

export interface TextBlock {
  type: "text";
  text: string;
  citations: null;
}

export interface ToolUseBlock {
  type: "tool_use";
  id: string;
  name: string;
  /**
   * The call's arguments, read as JSON: an object, except where a declared tool was called
   * with something else, which the diagnostics say. Numbers are JavaScript's here.
   */
  input: unknown;
  /** The model itself. */
  caller: { type: "direct" };
}

/** An element of a message's content. */
export type Block = ThinkingBlock | TextBlock | ToolUseBlock;

/** The `content` of a message: a thinking block, a text block, a block for every call, each where there is one. */
export function content({ result }: ParseToolCallsResponse): Block[] {
  const blocks: Block[] = [];
  if (result?.reasoning !== undefined) {
    blocks.push({ type: "thinking", thinking: result.reasoning, signature: "" });
  }
  if (result?.content !== undefined) {
    blocks.push({ type: "text", text: result.content, citations: null });
  }
  return [...blocks, ...(result?.toolCalls ?? []).map(toolUse)];
}

function toolUse({ id, function: called }: ToolCall): ToolUseBlock {
  const input: unknown = JSON.parse(called?.arguments ?? "{}");
  return { type: "tool_use", id, name: called?.name ?? "", input, caller: { type: "direct" } };
}

/** The `stop_reason` of a message: why generation ended, and whether tools are called. */
export function stopReason(
  toolsCalled: boolean,
  reason?: FinishReasonLike,
): "end_turn" | "max_tokens" | "tool_use" {
  if (finishReason(reason) === FinishReason.LENGTH) {
    return "max_tokens";
  }
  return toolsCalled ? "tool_use" : "end_turn";
}
