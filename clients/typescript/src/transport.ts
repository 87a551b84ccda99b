/** How a client reaches the service: address, TLS, token, limits, retries. */
import * as http2 from "node:http2";
import * as net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { SecureContextOptions } from "node:tls";
import { fromBinary } from "@bufbuild/protobuf";
import { BinaryReader } from "@bufbuild/protobuf/wire";
import { DurationSchema } from "@bufbuild/protobuf/wkt";
import { Code, ConnectError, createContextKey, type Interceptor, type Transport } from "@connectrpc/connect";
import { createGrpcTransport, Http2SessionManager } from "@connectrpc/connect-node";

/** What TLS needs, as node:tls takes it; an empty object trusts the system's authorities. */
export interface TLS extends Pick<SecureContextOptions, "ca" | "cert" | "key"> {
  /** The name in the service's certificate, if it isn't that of the target. */
  servername?: string;
}

/** How a client reaches the service. */
export interface ClientSettings {
  /** Limit of a unary call with its retries, in milliseconds. Default 10,000; 0 for no limit. */
  timeoutMs?: number;
  /** Use TLS. Default: plaintext. */
  tls?: TLS;
  /** Bearer token of every call; a function is asked for each call. Default: none. */
  token?: string | (() => string | Promise<string>);
  /** Send the token without TLS to other machines. Default false. */
  allowPlaintextToken?: boolean;
  /**
   * Longest response, in bytes. Default 128 MiB, since a response can be several times as long
   * as its output. The service returns RESOURCE_EXHAUSTED instead of a longer one.
   */
  maxReceiveBytes?: number;
}

const DEFAULT_MAX_RECEIVE_BYTES = 128 << 20;

/** A transport, and what ends its connection. */
export interface Connection {
  transport: Transport;
  close(): void;
}

export function connect(target: string, settings: ClientSettings): Connection {
  if (settings.token !== undefined && !settings.tls && !settings.allowPlaintextToken && !isLocal(target)) {
    throw new TypeError(`a token for ${target} would travel in plaintext: give tls, or allowPlaintextToken`);
  }
  const baseUrl = `${settings.tls ? "https" : "http"}://${unixPath(target) === undefined ? target : "localhost"}`;
  const sessionManager = new Http2SessionManager(baseUrl, {}, sessionOptions(target, settings.tls));
  const transport = createGrpcTransport({
    baseUrl,
    sessionManager,
    readMaxBytes: settings.maxReceiveBytes ?? DEFAULT_MAX_RECEIVE_BYTES,
    interceptors: [retry, headers(settings), nameUnavailable(target)],
  });
  return { transport, close: () => sessionManager.abort() };
}

function sessionOptions(target: string, tls: TLS | undefined): http2.SecureClientSessionOptions {
  const path = unixPath(target);
  if (path === undefined || tls) {
    // With TLS, node's http2 takes the path of a socket itself.
    return { ...tls, ...(path === undefined ? {} : { path }) };
  }
  return { createConnection: () => net.connect(path) };
}

function unixPath(target: string): string | undefined {
  return target.startsWith("unix:") ? target.slice("unix:".length).replace(/^\/\/\//, "/") : undefined;
}

function isLocal(target: string): boolean {
  const host = target.replace(/:\d+$/, "");
  return target.startsWith("unix:") || ["localhost", "127.0.0.1", "[::1]"].includes(host);
}

/** What goes with every call: the token, and the longest answer that is taken. */
function headers({ token, maxReceiveBytes = DEFAULT_MAX_RECEIVE_BYTES }: ClientSettings): Interceptor {
  return (next) => async (request) => {
    request.header.set("toolparser-max-response-bytes", String(maxReceiveBytes));
    if (token !== undefined) {
      request.header.set("authorization", `Bearer ${typeof token === "string" ? token : await token()}`);
    }
    return next(request);
  };
}

const RETRY_DELAYS_MS = [100, 300, 900, 2000];

/** When a unary call must have its answer, in milliseconds of performance.now(). */
export const deadline = createContextKey(Infinity, { description: "deadline" });

/**
 * Repeats unary calls while the service is away, or overloaded and asks for another attempt. They
 * keep no state, so they can be repeated safely. Streams are left out: what of them was
 * answered already is known only to their caller. An attempt that couldn't begin before the
 * deadline isn't made, so that the caller gets the error and not DEADLINE_EXCEEDED.
 */
const retry: Interceptor = (next) => async (request) => {
  if (request.stream) {
    return next(request);
  }
  let before: ConnectError | undefined;
  for (const delay of [...RETRY_DELAYS_MS, undefined]) {
    try {
      return await next(request);
    } catch (thrown) {
      const error = ConnectError.from(thrown);
      if (error.code === Code.DeadlineExceeded && before !== undefined) {
        throw before; // it says why there was no answer in time
      }
      before = error;
      const wanted = wantedDelay(error);
      if (wanted === undefined || delay === undefined || request.signal.aborted) {
        throw error;
      }
      const wait = Math.max(delay, wanted) * (0.8 + 0.4 * Math.random());
      if (performance.now() + wait >= request.contextValues.get(deadline)) {
        throw error;
      }
      await sleep(wait, undefined, { signal: request.signal }).catch(() => {});
    }
  }
  throw before;
};

/** Milliseconds after which the service may answer; undefined if it would give the same error again. */
function wantedDelay(error: ConnectError): number | undefined {
  if (error.code === Code.Unavailable) {
    return 0;
  }
  if (error.code !== Code.ResourceExhausted) {
    return undefined;
  }
  for (const detail of error.details) {
    if ("type" in detail && detail.type === "google.rpc.RetryInfo") {
      return retryDelay(detail.value);
    }
  }
  return undefined;
}

/** The one field of google.rpc.RetryInfo, in milliseconds. */
function retryDelay(info: Uint8Array): number {
  const reader = new BinaryReader(info);
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag();
    if (field === 1) {
      const { seconds, nanos } = fromBinary(DurationSchema, reader.bytes());
      return Number(seconds) * 1000 + nanos / 1e6;
    }
    reader.skip(type);
  }
  return 0;
}

/** Says what to do where nothing listens at the target. */
function nameUnavailable(target: string): Interceptor {
  return (next) => (request) => next(request).catch(rethrow(request.signal, target));
}

const ABSENT = /^(ECONNREFUSED|ENOENT)$/;

const LOST = /^(ECONN|ENOENT|EPIPE|ERR_HTTP2_|ERR_STREAM_)/;

/**
 * Throws errors again, with the code UNAVAILABLE if the connection was lost or never made. That
 * includes calls that no one canceled: node reports the open streams of a lost connection so.
 */
export function rethrow(signal: AbortSignal, target = "the target"): (thrown: unknown) => never {
  return (thrown) => {
    const error = ConnectError.from(thrown);
    if (causedBy(error, ABSENT)) {
      const message = `connection refused; is \`toolparser serve\` running at ${target}?`;
      throw new ConnectError(message, Code.Unavailable, undefined, undefined, error.cause);
    }
    if (!signal.aborted && (error.code === Code.Canceled || causedBy(error, LOST))) {
      throw new ConnectError(error.rawMessage, Code.Unavailable, undefined, undefined, error.cause);
    }
    throw error;
  };
}

/** Whether the error, or one that caused it, has a code of the system that matches. */
function causedBy(error: unknown, codes: RegExp): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("code" in at && typeof at.code === "string" && codes.test(at.code)) {
      return true;
    }
  }
  return false;
}
