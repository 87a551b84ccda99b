// Calls without a server: a worker parses, in WebAssembly. It takes the place of the rpc.js of the server's page.

export const parseMethod = "toolparser.v1.ToolParserService/ParseToolCalls";

export class CallError extends Error {
  constructor(code, message) {
    super(message || code);
    this.code = code;
  }
}

// The policy of the page lets no script be loaded from an address that was made of text. This one never changes.
const script = new URL("./worker.js", import.meta.url).href;
const address = globalThis.trustedTypes?.createPolicy("worker", { createScriptURL: () => script }).createScriptURL("") ?? script;
const worker = new Worker(address, { type: "module" });
const waiting = new Map();
let last = 0;

worker.addEventListener("message", ({ data: { id, answers, error } }) => {
  const { resolve, reject } = waiting.get(id) ?? {};
  waiting.delete(id);
  if (error) reject?.(new CallError(error.code, error.message));
  else resolve?.(answers);
});
worker.addEventListener("error", () => {
  for (const { reject } of waiting.values()) reject(new CallError("unavailable", "the parsers can't be loaded in this browser"));
  waiting.clear();
});

// stream sends all requests, and returns all responses.
export function stream(method, requests, { signal } = {}) {
  return new Promise((resolve, reject) => {
    const id = ++last;
    waiting.set(id, { resolve, reject });
    signal?.addEventListener("abort", () => {
      waiting.delete(id);
      reject(signal.reason);
    });
    worker.postMessage({ id, method, requests });
  });
}

// call makes a unary call.
export async function call(method, request, how) {
  if (method === "ListFamilies") {
    withoutServer();
    return (await fetch(new URL("./families.json", import.meta.url), how)).json();
  }
  return (await stream(method, [request], how))[0];
}

// withoutServer hides what only a server can do.
function withoutServer() {
  for (const id of ["validate_arguments", "fallback_families"]) document.getElementById(id).closest("label").hidden = true;
  document.getElementById("copy-grpcurl").hidden = true;
}
