// Offsets of the contract count bytes of UTF-8; JavaScript's strings count UTF-16.
// So texts are cut as bytes, and only the pieces become strings.

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true }); // a U+FEFF is text too

// wellFormed is a text that can be sent: a lone surrogate has no UTF-8.
export const wellFormed = (text) => text.toWellFormed();

export const bytesOf = (text) => encoder.encode(text);

export const textOf = (bytes, start, end) => decoder.decode(bytes.subarray(start, end));

// span is where something stands; protobuf leaves out what is 0.
export const span = (message) => [message?.start ?? 0, message?.end ?? 0];

// pieces cuts a text after every n code points.
export function pieces(text, n) {
  const list = [];
  let piece = "";
  let length = 0;
  for (const point of text) {
    piece += point;
    if (++length === n) {
      list.push(piece);
      piece = "";
      length = 0;
    }
  }
  if (piece) list.push(piece);
  return list;
}
