// The parsers of toolparser in WebAssembly.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The program refused a request, or failed. */
export class ToolparserError extends Error {
  constructor(code, message) {
    super(`${code}: ${message}`);
    this.name = "ToolparserError";
    this.code = code;
  }
}

const REASONS = {
  stop: "STOP", end_turn: "STOP", stop_sequence: "STOP",
  length: "LENGTH", max_tokens: "LENGTH", model_context_window_exceeded: "LENGTH",
  tool_calls: "TOOL_CALLS", "tool-calls": "TOOL_CALLS", function_call: "TOOL_CALLS", tool_use: "TOOL_CALLS",
  // These don't say whether the text is complete.
  content_filter: "UNSPECIFIED", "content-filter": "UNSPECIFIED", refusal: "UNSPECIFIED", pause_turn: "UNSPECIFIED",
  abort: "UNSPECIFIED", error: "UNSPECIFIED",
};

function finishReason(reason) {
  if (reason === undefined || reason === null) return "";
  if (!Object.hasOwn(REASONS, reason)) {
    throw new TypeError(`unknown finish reason ${JSON.stringify(reason)}: use undefined, or one of ${Object.keys(REASONS).join(", ")}`);
  }
  return `FINISH_REASON_${REASONS[reason]}`;
}

// tool is a tool of a request, from the shapes of OpenAI's and Anthropic's APIs; undefined for one that the model doesn't call.
function tool(each, i) {
  const { type } = each;
  if (type !== undefined && type !== "function" && !(type === "custom" && "input_schema" in each)) return undefined;
  const { name, parameters, input_schema: schema = parameters } = each.function ?? each;
  if (!name) throw new TypeError(`tools[${i}] has no name: set function.name, or name`);
  const text = schema === undefined || schema === null || typeof schema === "string" ? schema ?? "" : JSON.stringify(schema);
  return { function: { name, parameters: text } };
}

function head(request) {
  if (typeof request !== "object" || request === null) {
    throw new TypeError(`the request is ${request === null ? "null" : typeof request}: want an object with a family or a model, such as { family: "hermes" }`);
  }
  const { tools, finishReason: reason, ...rest } = request;
  if (tools !== undefined && tools !== null && !Array.isArray(tools)) throw new TypeError("tools is no array: want an array of tools");
  return { ...rest, tools: (tools ?? []).map(tool).filter(Boolean), finish_reason: finishReason(reason) };
}

// The module asks its host for little: randomness, the time, and where to say what went wrong.
const SUCCESS = 0;
const BAD_FILE = 8;
const NOT_SUPPORTED = 52;

function host(module, memory) {
  const view = () => new DataView(memory().buffer);
  const none = (count, size) => {
    view().setUint32(count, 0, true);
    view().setUint32(size, 0, true);
    return SUCCESS;
  };
  const known = {
    args_sizes_get: none,
    environ_sizes_get: none,
    args_get: () => SUCCESS,
    environ_get: () => SUCCESS,
    random_get(at, length) {
      for (let i = 0; i < length; i += 65536) {
        crypto.getRandomValues(new Uint8Array(memory().buffer, at + i, Math.min(65536, length - i)));
      }
      return SUCCESS;
    },
    clock_time_get(_clock, _precision, at) {
      view().setBigUint64(at, BigInt(Math.round((performance.timeOrigin + performance.now()) * 1000)) * 1000n, true);
      return SUCCESS;
    },
    sched_yield: () => SUCCESS,
    poll_oneoff(_in, _out, count, events) {
      view().setUint32(events, count, true); // time has passed
      return SUCCESS;
    },
    fd_write(fd, vectors, count, written) {
      let text = "", total = 0;
      for (let i = 0; i < count; i++) {
        const at = view().getUint32(vectors + 8 * i, true), length = view().getUint32(vectors + 8 * i + 4, true);
        text += decoder.decode(new Uint8Array(memory().buffer, at, length));
        total += length;
      }
      if (fd === 2) console.error(text);
      view().setUint32(written, total, true);
      return SUCCESS;
    },
    fd_prestat_get: () => BAD_FILE,
    proc_exit(code) {
      throw new ToolparserError("INTERNAL", `the module ended with code ${code}`);
    },
  };
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = known[name] ?? (() => NOT_SUPPORTED);
  }
  return imports;
}

// started makes an instance of a module, with a function of WebAssembly that does so.
function started(module, instance) {
  let exports;
  const imports = host(module, () => exports.memory);
  return instance(imports, ({ exports: made }) => {
    exports = made;
    exports._initialize();
    return exports;
  });
}

// The main thread of a page may wait for small modules alone.
const soon = (module) => started(module, (imports, made) => WebAssembly.instantiate(module, imports).then(made));
const now = (module) => started(module, (imports, made) => made(new WebAssembly.Instance(module, imports)));

class Toolparser {
  #module;
  #exports;

  constructor(module, exports) {
    this.#module = module;
    this.#exports = exports;
  }

  /** Parses one complete output. */
  parse(text, request) {
    if (typeof text !== "string") throw new TypeError(`the output is ${text === null ? "null" : typeof text}: want a string`);
    return this.#answer("toolparser_parse", encoder.encode(JSON.stringify({ ...head(request), model_output: text })));
  }

  /** Starts a stream. */
  stream(request) {
    const exports = this.#exports;
    const { stream } = this.#answer("toolparser_start", encoder.encode(JSON.stringify(head(request))));
    return new Stream(stream, (name, input, ...rest) => {
      if (exports !== this.#exports) throw new ToolparserError("INTERNAL", "the module was started again: start another stream");
      return this.#answer(name, input, stream, ...rest);
    });
  }

  #again() {
    this.#exports = undefined;
    try {
      this.#exports = now(this.#module);
    } catch {
      soon(this.#module).then((exports) => (this.#exports = exports), () => {});
    }
  }

  #answer(name, input, ...rest) {
    const exports = this.#exports;
    if (!exports) throw new ToolparserError("UNAVAILABLE", "the module failed, and is being started again: call again later");
    let text;
    try {
      const at = exports.toolparser_input(input.length) >>> 0;
      new Uint8Array(exports.memory.buffer, at, input.length).set(input);
      const answer = BigInt.asUintN(64, exports[name](...rest) ?? 0n);
      text = decoder.decode(new Uint8Array(exports.memory.buffer, Number(answer >> 32n), Number(answer & 0xffffffffn)));
    } catch (error) {
      this.#again(); // an instance that failed can't go on
      throw error instanceof ToolparserError ? error : new ToolparserError("INTERNAL", `the module failed: ${error.message}`);
    }
    if (text === "") return undefined;
    const value = JSON.parse(text);
    if (value.error) throw new ToolparserError(value.error.code, value.error.message);
    return value;
  }
}

class Stream {
  #call;
  #high = "";
  #ended = false;

  constructor(number, call) {
    this.#call = call;
  }

  /** Sends a chunk, and returns what is new after it. */
  send(piece, specialTokens = []) {
    if (this.#ended) throw new TypeError("this stream has ended");
    if (typeof piece !== "string") {
      if (!(piece instanceof Uint8Array)) throw new TypeError("the chunk is neither a string nor a Uint8Array");
      return this.#feed(piece, specialTokens);
    }
    // A chunk may end between the halves of a surrogate pair.
    const text = this.#high + piece;
    const before = this.#high === "" ? 0 : encoder.encode(text).length - encoder.encode(piece).length;
    this.#high = /[\ud800-\udbff]$/.test(text) ? text.slice(-1) : "";
    const spans = specialTokens.map(({ start = 0, end = 0 }) => ({ start: start + before, end: end + before }));
    return this.#feed(encoder.encode(this.#high ? text.slice(0, -1) : text), spans);
  }

  #feed(bytes, specialTokens) {
    if (specialTokens.length === 0) return this.#call("toolparser_feed", bytes);
    const spans = encoder.encode(JSON.stringify(specialTokens));
    const input = new Uint8Array(spans.length + bytes.length);
    input.set(spans);
    input.set(bytes, spans.length);
    return this.#call("toolparser_feed_tokens", input, spans.length);
  }

  /** Ends the output, and returns what is new in the end, and the complete response. */
  finish(reason) {
    const why = encoder.encode(finishReason(reason));
    const deltas = this.#high ? [this.#call("toolparser_feed", encoder.encode(this.#high))] : [];
    const { deltas: last, result } = this.#call("toolparser_finish", why);
    this.#ended = true;
    return { deltas: [...deltas, ...last].filter((delta) => Object.keys(delta).length > 0), response: result };
  }

  /** Ends a stream that isn't wanted any more. */
  close() {
    if (!this.#ended) this.#call("toolparser_cancel", new Uint8Array());
    this.#ended = true;
  }
}

// bytesOf reads the module from where it is.
async function bytesOf(from) {
  if (ArrayBuffer.isView(from)) return new Uint8Array(from.buffer, from.byteOffset, from.byteLength);
  if (from instanceof ArrayBuffer) return new Uint8Array(from);
  if (from instanceof URL && from.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return readFile(from);
  }
  const response = from instanceof Response ? from : await fetch(from);
  if (!response.ok) throw new Error(`status ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

const MAGIC = [0x00, 0x61, 0x73, 0x6d];

async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  const from = source ?? new URL("./toolparser.wasm", import.meta.url);
  const where = from instanceof Response ? from.url : from instanceof URL || typeof from === "string" ? from : "what was given";
  let bytes;
  try {
    bytes = await bytesOf(from);
  } catch (error) {
    throw new ToolparserError("UNAVAILABLE", `${where} can't be read (${error.message}): pass the URL of toolparser.wasm to load`);
  }
  if (MAGIC.some((byte, i) => bytes[i] !== byte)) {
    throw new ToolparserError("UNAVAILABLE", `${where} is no WebAssembly module: pass the URL of toolparser.wasm to load`);
  }
  try {
    return await WebAssembly.compile(bytes);
  } catch (error) {
    throw new ToolparserError("UNIMPLEMENTED", `this runtime can't run toolparser.wasm (${error.message}): use a newer runtime, or the program or the service of toolparser`);
  }
}

/** Loads the module. */
export async function load(source) {
  if (typeof WebAssembly !== "object") {
    throw new ToolparserError("UNIMPLEMENTED", "this runtime has no WebAssembly: use the program or the service of toolparser");
  }
  const module = await compile(source);
  return new Toolparser(module, await soon(module));
}
