// Answers the page's calls with the parsers in WebAssembly.

import { load } from "./toolparser.js";

const loading = load();

// The module's names are those of the contract, the page's those of the contract in JSON.
const named = (value) => {
  if (Array.isArray(value)) return value.map(named);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase()), named(inner)]));
};

const reason = (name) => name?.replace("FINISH_REASON_", "").toLowerCase();

function parse(toolparser, { model_output, finish_reason, ...request }) {
  return toolparser.parse(model_output, { ...request, finishReason: reason(finish_reason) });
}

// streamed has an answer for each request, as the server's stream.
function streamed(toolparser, requests) {
  const [{ start }, ...rest] = requests;
  const stream = toolparser.stream(start);
  try {
    return [{}, ...rest.map(({ delta, finish }) => {
      if (!finish) return { delta: stream.send(delta) };
      const { deltas, response } = stream.finish(reason(finish.finish_reason));
      return { delta: joined(deltas), result: response };
    })];
  } finally {
    stream.close();
  }
}

// joined is one delta that says what several do.
function joined(deltas) {
  const all = { content: "", reasoning: "", tool_calls: [], invalid_tool_calls: [] };
  for (const { content = "", reasoning = "", tool_calls = [], invalid_tool_calls = [] } of deltas) {
    all.content += content;
    all.reasoning += reasoning;
    all.tool_calls.push(...tool_calls);
    all.invalid_tool_calls.push(...invalid_tool_calls);
  }
  return all;
}

addEventListener("message", async ({ data: { id, method, requests } }) => {
  try {
    const toolparser = await loading;
    const answers = method === "StreamToolCalls" ? streamed(toolparser, requests) : [parse(toolparser, requests[0])];
    postMessage({ id, answers: named(answers) });
  } catch (error) {
    const code = error.code ?? (error instanceof TypeError ? "INVALID_ARGUMENT" : "INTERNAL");
    postMessage({ id, error: { code: code.toLowerCase(), message: error.message.replace(`${code}: `, "") } });
  }
});
