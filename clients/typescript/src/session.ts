import { create } from "@bufbuild/protobuf";
import { type CallOptions, Code, ConnectError } from "@connectrpc/connect";
import { checkedText, finishReason, type FinishReasonLike } from "./requests.js";
import { rethrow } from "./transport.js";
import {
  type DeltaMessage,
  DeltaMessageSchema,
  type ParseToolCallsResponse,
  type Span,
  StreamFinishSchema,
  type StreamStart,
  type StreamToolCallsRequest,
  StreamToolCallsRequestSchema,
  type StreamToolCallsResponse,
} from "./v1.js";

type Method = (
  requests: AsyncIterable<StreamToolCallsRequest>,
  options: CallOptions,
) => AsyncIterable<StreamToolCallsResponse>;

type Input = StreamToolCallsRequest["input"];

/** A range of bytes. */
export type SpanInit = Pick<Partial<Span>, "start" | "end">;

/** What the end of an output made certain. */
export interface Finished {
  /** What became certain only now; empty if nothing did. */
  delta: DeltaMessage;
  /** The whole result. */
  response: ParseToolCallsResponse;
}

/**
 * One output while it is generated, in lockstep: every piece waits for its answer.
 *
 * A session that wasn't finished ends its stream at once when it is closed (also by
 * `using`), when its signal is aborted, and when it is forgotten. Errors are ConnectError.
 */
export class Session {
  readonly #requests = new Queue<StreamToolCallsRequest>();
  readonly #abort = new AbortController();
  readonly #signal: AbortSignal;
  readonly #begin: () => AsyncIterator<StreamToolCallsResponse>;
  readonly #openingMs: number;
  #answers: AsyncIterator<StreamToolCallsResponse> | undefined;
  /** The high surrogate that the last piece ended with: half a code point. */
  #half = "";

  /** @internal Client.stream begins sessions. */
  constructor(method: Method, start: StreamStart, { signal, ...options }: CallOptions, openingMs: number) {
    this.#openingMs = openingMs;
    const requests = this.#requests;
    const ends = AbortSignal.any(signal ? [signal, this.#abort.signal] : [this.#abort.signal]);
    this.#signal = ends;
    this.#requests.push(request({ case: "start", value: start }));
    this.#begin = () => method(requests, { ...options, signal: ends })[Symbol.asyncIterator]();
    forgotten.register(this, this.#abort, this.#abort);
  }

  /**
   * Sends a piece, and returns what became certain by it; empty if nothing did.
   *
   * Pieces may end anywhere: text between two surrogates, bytes inside a code point. A
   * surrogate that stays alone is U+FFFD.
   *
   * @param specialTokens the places of the special tokens in the piece, in bytes of UTF-8. They need
   *   `specialTokens` in the arguments of the stream. A token that is divided between pieces has a
   *   span in each.
   */
  async send(piece: string | Uint8Array, specialTokens: SpanInit[] = []): Promise<DeltaMessage> {
    if (typeof piece !== "string" && !(piece instanceof Uint8Array)) {
      checkedText(piece, "piece"); // throws
    }
    const shift = this.#half === "" ? 0 : bytesOf(this.#half, piece);
    const tokens = specialTokens.map(({ start = 0, end = 0 }) => ({
      start: start + shift,
      end: end + shift,
    }));
    const input = typeof piece === "string" ? this.#text(piece) : this.#bytes(piece);
    const answer = await this.#ask(input, tokens);
    return answer.delta ?? create(DeltaMessageSchema);
  }

  /** Ends the output. */
  async finish(reason?: FinishReasonLike): Promise<Finished> {
    const before = this.#half === "" ? undefined : await this.#flush();
    const answer = await this.#ask({
      case: "finish",
      value: create(StreamFinishSchema, { finishReason: finishReason(reason) }),
    });
    await this.#end();
    if (answer.result === undefined) {
      throw new ConnectError("the service gave no result", Code.Internal);
    }
    return { delta: joined(before, answer.delta), response: answer.result };
  }

  /** Ends the stream at once, whatever its state. */
  close(): void {
    forgotten.unregister(this.#abort);
    this.#abort.abort(new ConnectError("the session was closed", Code.Canceled));
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #text(piece: string): Input {
    const text = this.#half + piece;
    const whole = endsInHalf(text) ? text.slice(0, -1) : text;
    this.#half = text.slice(whole.length);
    return { case: "delta", value: whole.toWellFormed() };
  }

  #bytes(piece: Uint8Array): Input {
    const value = this.#half === "" ? piece : Buffer.concat([Buffer.from("\ufffd"), piece]);
    this.#half = "";
    return { case: "rawDelta", value };
  }

  async #flush(): Promise<DeltaMessage | undefined> {
    this.#half = "";
    return (await this.#ask({ case: "delta", value: "\ufffd" })).delta;
  }

  async #ask(input: Input, specialTokens: SpanInit[] = []): Promise<StreamToolCallsResponse> {
    this.#requests.push(request(input, specialTokens));
    if (this.#answers === undefined) {
      this.#answers = this.#begin();
      await this.#opened(this.#answers);
    }
    return this.#answer(this.#answers);
  }

  /**
   * Waits for the answer to the start. A connection that has all its calls open makes a new one wait
   * without an error: after the client's timeout, the call is given up.
   */
  async #opened(answers: AsyncIterator<StreamToolCallsResponse>): Promise<void> {
    const late = new ConnectError(UNOPENED, Code.DeadlineExceeded);
    const timer =
      this.#openingMs > 0 ? setTimeout(() => this.#abort.abort(late), this.#openingMs) : undefined;
    try {
      await this.#answer(answers);
    } catch (thrown) {
      throw ConnectError.from(thrown).code === Code.DeadlineExceeded ? late : thrown;
    } finally {
      clearTimeout(timer);
    }
  }

  async #answer(answers: AsyncIterator<StreamToolCallsResponse>): Promise<StreamToolCallsResponse> {
    const answer = await answers.next().catch(rethrow(this.#signal));
    if (answer.done) {
      throw new ConnectError("the session has ended", Code.FailedPrecondition);
    }
    return answer.value;
  }

  /** Waits for the stream's own end, which follows the result, so that it isn't counted as cut off. */
  async #end(): Promise<void> {
    this.#requests.end();
    await this.#answers?.next().catch(rethrow(this.#signal));
    this.close();
  }
}

const UNOPENED =
  "the service opened no stream in time; the connection may have all its calls open, at most --max-concurrent-streams " +
  "of the server (by default 1024): end sessions, use several clients, or MultiplexToolCalls";

/** Sessions that no one can reach any more: their streams end. */
const forgotten = new FinalizationRegistry<AbortController>((abort) => abort.abort());

function request(input: Input, specialTokens: SpanInit[] = []): StreamToolCallsRequest {
  return create(StreamToolCallsRequestSchema, { input, specialTokens });
}

/** How many bytes of UTF-8 half a code point adds to the piece after it. */
function bytesOf(half: string, piece: string | Uint8Array): number {
  return typeof piece === "string" ? utf8Length(half + piece) - utf8Length(piece) : utf8Length(half);
}

function utf8Length(text: string): number {
  return Buffer.byteLength(text.toWellFormed());
}

function endsInHalf(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last < 0xdc00;
}

function joined(first: DeltaMessage | undefined, second: DeltaMessage | undefined): DeltaMessage {
  if (first === undefined || second === undefined) {
    return first ?? second ?? create(DeltaMessageSchema);
  }
  first.toolCalls.push(...second.toolCalls);
  first.invalidToolCalls.push(...second.invalidToolCalls);
  for (const field of ["content", "reasoning"] as const) {
    if (second[field] !== undefined) {
      first[field] = (first[field] ?? "") + second[field];
    }
  }
  return first;
}

/** The requests of a stream, taken as they come. */
class Queue<T> implements AsyncIterableIterator<T> {
  readonly #waiting: T[] = [];
  #ended = false;
  #wake = () => {};

  push(value: T): void {
    this.#waiting.push(value);
    this.#wake();
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  async next(): Promise<IteratorResult<T>> {
    while (this.#waiting.length === 0 && !this.#ended) {
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
    const value = this.#waiting.shift();
    return value === undefined ? { done: true, value } : { done: false, value };
  }

  async return(): Promise<IteratorResult<T>> {
    this.end();
    return { done: true, value: undefined };
  }

  /** What a call does to its requests when it fails; its error is in the answers. */
  async throw(): Promise<IteratorResult<T>> {
    return this.return();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
