/** A tool, in the shape of OpenAI's APIs or Anthropic's. */
export type Tool = Record<string, unknown>;

export interface ParseOptions {
  min_confidence?: number;
  disable_repair?: boolean;
  accept_incomplete?: boolean;
  reject_unknown_tools?: boolean;
  content_policy?: "CONTENT_POLICY_JOINED" | "CONTENT_POLICY_VERBATIM" | "CONTENT_POLICY_CLEAN";
  buffer_tool_calls?: boolean;
  formats?: string[];
  separate_reasoning?: boolean;
  native_only?: boolean;
}

/** What starts a stream. One of family and model is required. */
export interface StreamRequest {
  family?: string;
  model?: string;
  tools?: Tool[] | null;
  options?: ParseOptions;
  prior_tool_calls?: number;
  reasoning_open?: boolean;
  /** What the request to the model said of its choice of tools: a mode such as TOOL_CHOICE_MODE_REQUIRED, or a tool's name. */
  tool_choice?: { mode?: string } | { name: string };
  /** Which parts of the output were special tokens. In a stream, each chunk has its own spans: see Stream.send. */
  special_tokens?: SpecialTokens;
}

export interface SpecialTokens {
  /** Their places, in bytes of UTF-8. */
  spans?: Span[];
  /** A grammar constrained the output, so spelled tokens count, too. */
  constrained?: boolean;
  /** Those of the family's preserved tokens that the tokenizer doesn't have. */
  missing?: string[];
}

export interface ParseRequest extends StreamRequest {
  /** Why generation ended, by its name at OpenAI, Anthropic or in the AI SDK. */
  finishReason?: string | null;
}

export interface Span {
  start?: number;
  end?: number;
}

export interface Repair {
  kind: string;
  offset?: number;
}

export interface ToolCall {
  id: string;
  type: "function";
  function: { name: string; arguments: string };
}

export interface InvalidToolCall {
  id?: string;
  name?: string;
  arguments?: string;
  reason: string;
  message?: string;
  span: Span;
  confidence?: number;
  format?: string;
  repairs?: Repair[];
}

/** What was found in one output. Fields that are zero or empty are missing. */
export interface ParseResponse {
  result: { tools_called?: boolean; tool_calls?: ToolCall[]; content?: string; reasoning?: string };
  invalid_tool_calls?: InvalidToolCall[];
  diagnostics: {
    family: string;
    confidence?: number;
    tool_calls?: {
      format: string;
      span: Span;
      confidence?: number;
      repairs?: Repair[];
      id_synthesized?: boolean;
      unknown_tool?: boolean;
    }[];
    segments?: { kind: string; span: Span; index?: number }[];
    /** Places in the content that look like a call and weren't accepted. */
    leaks?: { kind: string; span: Span; family?: string; name?: string }[];
    looks_like?: string;
    attempts?: { family: string; confidence?: number; tool_call_count?: number; rejected_because?: string }[];
  };
}

/** What is new after one chunk. */
export interface Delta {
  content?: string;
  reasoning?: string;
  tool_calls?: {
    index?: number;
    id?: string;
    type?: "function";
    function?: { name?: string; arguments?: string };
    complete?: boolean;
  }[];
  invalid_tool_calls?: { index?: number; reason?: string; message?: string }[];
}

/** One output while it is generated. */
export interface Stream {
  /**
   * Sends a chunk, and returns what is new after it. Bytes may end inside a code point. The special tokens of the chunk count
   * its bytes of UTF-8, and need special_tokens in the request. A token that is divided between chunks has a span in each.
   */
  send(piece: string | Uint8Array, specialTokens?: Span[]): Delta;
  /** Ends the output, and returns what is new in the end, and the complete response. */
  finish(reason?: string | null): { deltas: Delta[]; response: ParseResponse };
  /** Ends a stream that isn't wanted any more. */
  close(): void;
}

export interface Toolparser {
  /** Parses one complete output. */
  parse(text: string, request: ParseRequest): ParseResponse;
  /** Starts a stream. */
  stream(request: StreamRequest): Stream;
}

/** The program refused a request, or failed. */
export class ToolparserError extends Error {
  constructor(code: string, message: string);
  /** The name of a gRPC status, such as "NOT_FOUND" for an unknown family. */
  readonly code: string;
}

/** Loads the module: by default, the file toolparser.wasm next to index.js. */
export function load(source?: URL | string | Response | BufferSource | WebAssembly.Module): Promise<Toolparser>;
