import { create } from "@bufbuild/protobuf";
import {
  type CallOptions as ConnectCallOptions,
  type Client as ConnectClient,
  createClient,
} from "@connectrpc/connect";
import { type ParseArguments, parseRequest, type StreamArguments, streamStart } from "./requests.js";
import { Session } from "./session.js";
import { type ClientSettings, connect, type Connection } from "./transport.js";
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

/** What holds for one call: `timeoutMs`, and a `signal` that ends it. */
export type CallOptions = Pick<ConnectCallOptions, "signal" | "timeoutMs">;

/**
 * Calls the service. It connects when it is first used. Unary calls are tried again on
 * UNAVAILABLE, within their timeout. Errors are ConnectError.
 */
export class Client {
  /** The generated client on the same connection. */
  readonly service: ConnectClient<typeof ToolParserService>;
  readonly #connection: Connection;
  readonly #timeoutMs: number;

  /** The target is `host:port` or `unix:PATH`. */
  constructor(target = "127.0.0.1:50051", settings: ClientSettings = {}) {
    this.#connection = connect(target, settings);
    this.#timeoutMs = settings.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.service = createClient(ToolParserService, this.#connection.transport);
  }

  /** Parses one complete output. Surrogates that stand alone in it count as U+FFFD. */
  parse(
    modelOutput: string,
    args: ParseArguments,
    options: CallOptions = {},
  ): Promise<ParseToolCallsResponse> {
    return this.service.parseToolCalls(parseRequest(modelOutput, args), this.#unary(options));
  }

  /**
   * Parses many complete outputs, each with an id, on one stream; answers in order.
   *
   * Requests are made by parseRequest. Without a timeout it may take as long as it takes.
   * An output that is wrong has an error as the outcome of its answer.
   */
  batch(
    requests: Iterable<[id: string, request: ParseToolCallsRequest]>,
    options: CallOptions = {},
  ): AsyncIterable<BatchParseToolCallsResponse> {
    return this.service.batchParseToolCalls(items(requests), options);
  }

  /** The families that the service knows. */
  async families(options: CallOptions = {}): Promise<Family[]> {
    return (await this.service.listFamilies({}, this.#unary(options))).families;
  }

  /** Begins a session. The timeout is that of the whole stream, none by default. */
  stream(args: StreamArguments, options: CallOptions = {}): Session {
    return new Session(this.service.streamToolCalls, streamStart(args), options);
  }

  /** Ends all calls and sessions, and the connection. */
  close(): void {
    this.#connection.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #unary(options: CallOptions): CallOptions {
    return { timeoutMs: this.#timeoutMs, ...options };
  }
}

async function* items(
  requests: Iterable<[string, ParseToolCallsRequest]>,
): AsyncIterable<BatchParseToolCallsRequest> {
  for (const [id, request] of requests) {
    yield create(BatchParseToolCallsRequestSchema, { id, request });
  }
}
