// Offsets of the contract count bytes of UTF-8; JavaScript's strings count UTF-16.
// So texts are cut as bytes, and only the parts become strings.

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true }); // a U+FEFF is text too

// wellFormed is a text that can be sent: a lone surrogate has no UTF-8.
export const wellFormed = (text) => text.toWellFormed();

export const bytesOf = (text) => encoder.encode(text);

export const textOf = (bytes, start, end) => decoder.decode(bytes.subarray(start, end));

// span is the start and the end of something; protobuf leaves out what is 0.
export const span = (message) => [message?.start ?? 0, message?.end ?? 0];

// chunks cuts a text after every n code points.
export function chunks(text, n) {
  const list = [];
  let chunk = "";
  let length = 0;
  for (const point of text) {
    chunk += point;
    if (++length === n) {
      list.push(chunk);
      chunk = "";
      length = 0;
    }
  }
  if (chunk) list.push(chunk);
  return list;
}
