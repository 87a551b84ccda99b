import { create } from "@bufbuild/protobuf";
import {
  type CallOptions as ConnectCallOptions,
  type Client as ConnectClient,
  createClient,
  createContextValues,
} from "@connectrpc/connect";
import { type ParseArguments, parseRequest, type StreamArguments, streamStart } from "./requests.js";
import { Session } from "./session.js";
import { type ClientSettings, connect, type Connection, deadline } from "./transport.js";
import {
  type BatchParseToolCallsRequest,
  BatchParseToolCallsRequestSchema,
  type BatchParseToolCallsResponse,
  type Family,
  type ParseToolCallsRequest,
  type ParseToolCallsResponse,
  ToolParserService,
} from "./v1.js";

const DEFAULT_TIMEOUT_MS = 10_000;

/** Options of one call: `timeoutMs` (milliseconds), and a `signal` that cancels it. */
export type CallOptions = Pick<ConnectCallOptions, "signal" | "timeoutMs">;

/**
 * Calls the service. It connects when it is first used. A unary call is repeated within its
 * timeout, up to five attempts, while the service is unavailable, or overloaded and asks for
 * another attempt. Errors are ConnectError; wrong arguments are TypeError or RangeError.
 */
export class Client {
  /** The generated client on the same connection. */
  readonly service: ConnectClient<typeof ToolParserService>;
  readonly #connection: Connection;
  readonly #timeoutMs: number;

  /**
   * @param target `host:port` or `unix:PATH`; by default the service on this machine.
   */
  constructor(target = "127.0.0.1:50051", settings: ClientSettings = {}) {
    this.#connection = connect(target, settings);
    this.#timeoutMs = settings.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.service = createClient(ToolParserService, this.#connection.transport);
  }

  /**
   * Parses one complete output.
   *
   * @param modelOutput the raw text of the model, with its special tokens. null and undefined are
   *   a TypeError; a lone surrogate counts as U+FFFD.
   * @param args `family` or `model` is required; the rest have defaults.
   * @param options `timeoutMs` is by default the client's.
   */
  parse(
    modelOutput: string,
    args: ParseArguments,
    options: CallOptions = {},
  ): Promise<ParseToolCallsResponse> {
    return this.service.parseToolCalls(parseRequest(modelOutput, args), this.#unary(options));
  }

  /**
   * Parses many complete outputs on one stream. Answers come in order.
   *
   * @param requests pairs of an id and a request, which parseRequest builds.
   * @param options without `timeoutMs` there is no limit.
   * @returns answers; the outcome of an output that can't be parsed is an error.
   */
  batch(
    requests: Iterable<[id: string, request: ParseToolCallsRequest]>,
    options: CallOptions = {},
  ): AsyncIterable<BatchParseToolCallsResponse> {
    return this.service.batchParseToolCalls(items(requests), options);
  }

  /** Lists the families that the service knows. */
  async families(options: CallOptions = {}): Promise<Family[]> {
    return (await this.service.listFamilies({}, this.#unary(options))).families;
  }

  /**
   * Starts a session. If the service opens no stream within the client's `timeoutMs`, for example because
   * the connection has all its calls open, the first `send` or `finish` fails with DeadlineExceeded.
   *
   * @param args `family` or `model` is required; the rest have defaults.
   * @param options `timeoutMs` limits the complete stream; by default there is no limit.
   */
  stream(args: StreamArguments, options: CallOptions = {}): Session {
    return new Session(this.service.streamToolCalls, streamStart(args), options, this.#timeoutMs);
  }

  /** Ends all calls and sessions, and closes the connection. */
  close(): void {
    this.#connection.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #unary(options: CallOptions): ConnectCallOptions {
    const timeoutMs = options.timeoutMs ?? this.#timeoutMs;
    const until = timeoutMs > 0 ? performance.now() + timeoutMs : Infinity;
    return { ...options, timeoutMs, contextValues: createContextValues().set(deadline, until) };
  }
}

async function* items(
  requests: Iterable<[string, ParseToolCallsRequest]>,
): AsyncIterable<BatchParseToolCallsRequest> {
  for (const [id, request] of requests) {
    yield create(BatchParseToolCallsRequestSchema, { id, request });
  }
}
