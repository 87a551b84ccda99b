// A model output that was copied out of JSON, such as a log or a response, still has JSON's escapes.

// unescaped is what a text means as a JSON string, with or without its quotes; undefined if it isn't
// one, or has nothing to unescape.
export function unescaped(text) {
  const inner = text.trim();
  if (!/\\["nrt\\/u]/.test(inner)) return undefined;
  const quoted = inner.length > 1 && inner.startsWith('"') && inner.endsWith('"') ? inner : `"${inner}"`;
  try {
    return JSON.parse(quoted);
  } catch {
    return undefined;
  }
}
