/** How a client reaches the service: address, TLS, token, limits, retries. */
import * as http2 from "node:http2";
import * as net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { SecureContextOptions } from "node:tls";
import { Code, ConnectError, type Interceptor, type Transport } from "@connectrpc/connect";
import { createGrpcTransport, Http2SessionManager } from "@connectrpc/connect-node";

/** What TLS needs, as node:tls takes it; an empty object trusts the system's authorities. */
export interface TLS extends Pick<SecureContextOptions, "ca" | "cert" | "key"> {
  /** The name in the service's certificate, if it isn't that of the target. */
  servername?: string;
}

/** Everything that two clients could differ in. */
export interface ClientSettings {
  /** Milliseconds that a unary call may take, by default 10,000; 0 for no limit. */
  timeoutMs?: number;
  tls?: TLS;
  /** Sent as a bearer token; a function is asked for every call. */
  token?: string | (() => string | Promise<string>);
  /** Send the token without TLS to another machine, too. */
  allowPlaintextToken?: boolean;
  /** Longest answer, by default 128 MiB: an answer can be several times as long as its output. */
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
    interceptors: [retry, headers(settings), nameUnavailable],
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

/**
 * Unary calls keep no state, so one that no server answered may be asked again. Streams
 * are left out: what of them was answered already is known only to their caller.
 */
const retry: Interceptor = (next) => async (request) => {
  if (request.stream) {
    return next(request);
  }
  for (const delay of RETRY_DELAYS_MS) {
    try {
      return await next(request);
    } catch (error) {
      if (ConnectError.from(error).code !== Code.Unavailable || request.signal.aborted) {
        throw error;
      }
      await sleep(delay * (0.8 + 0.4 * Math.random()), undefined, { signal: request.signal }).catch(() => {});
    }
  }
  return next(request);
};

const nameUnavailable: Interceptor = (next) => (request) => next(request).catch(rethrow(request.signal));

const LOST = /^(ECONN|ENOENT|EPIPE|ERR_HTTP2_|ERR_STREAM_)/;

/**
 * Throws errors again, by the code UNAVAILABLE where the connection was lost or never made.
 * That includes what was cancelled by nobody: so node tells it of a connection's open streams.
 */
export function rethrow(signal: AbortSignal): (thrown: unknown) => never {
  return (thrown) => {
    const error = ConnectError.from(thrown);
    if (!signal.aborted && (error.code === Code.Canceled || lostConnection(error))) {
      throw new ConnectError(error.rawMessage, Code.Unavailable, undefined, undefined, error.cause);
    }
    throw error;
  };
}

function lostConnection(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("code" in at && typeof at.code === "string" && LOST.test(at.code)) {
      return true;
    }
  }
  return false;
}
