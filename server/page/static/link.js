// A link holds the whole state in its fragment, which browsers don't send.

const prefix = "#v1.";
const most = 32 << 20; // largest state of a link, in bytes

async function through(transform, bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(transform).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > most) throw new Error(`the link holds more than ${most >> 20} MiB`);
    parts.push(value);
  }
}

// fragment is the fragment of a state.
export async function fragment(state) {
  const packed = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(JSON.stringify(state)));
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  return prefix + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// stateOf is the state of a fragment; undefined if it has none.
export async function stateOf(text) {
  if (!text.startsWith(prefix)) return undefined;
  const binary = atob(text.slice(prefix.length).replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (c) => c.charCodeAt(0));
  return JSON.parse(new TextDecoder("utf-8", { ignoreBOM: true }).decode(await through(new DecompressionStream("deflate-raw"), bytes)));
}
