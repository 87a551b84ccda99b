// Compares what the module finds in all cases of the families with what they expect. Also a page in Chromium imports it.

// The cases know the markers of their family alone. The module knows those of all families.
const isTold = (call) => !call.message?.startsWith("the marker announces a call");

const POLICIES = { joined: "CONTENT_POLICY_JOINED", verbatim: "CONTENT_POLICY_VERBATIM", clean: "CONTENT_POLICY_CLEAN" };

// found is what was found, as a case writes it.
function found({ result, invalid_tool_calls: invalid = [] }) {
  return {
    calls: (result.tool_calls ?? []).map((call) => [call.function.name, call.function.arguments]),
    content: result.content ?? "",
    reasoning: result.reasoning ?? "",
    invalid: invalid.filter(isTold).map((call) => call.reason.replace("INVALID_REASON_", "")),
  };
}

function expected({ calls = [], content = "", reasoning = "", invalid = [] }) {
  return { calls: calls.map((call) => [call.name, call.arguments]), content, reasoning, invalid: invalid.filter(isTold).map((call) => call.reason) };
}

/** Parses the lines of `toolparser cases --jsonl`. */
export function compare(toolparser, lines) {
  let compared = 0, left = 0;
  const wrong = [];
  for (const line of lines.split("\n").filter(Boolean)) {
    const each = JSON.parse(line);
    const { limits, finish_reason: finishReason, prior_tool_calls, reasoning_open, content_policy, ...options } = each.options ?? {};
    // Limits are the server's, bytes that aren't text need a stream, and the package refuses a schema that is none.
    if (limits || each.output_base64 || each.tools?.some((tool) => Array.isArray(tool.function.parameters))) {
      left++;
      continue;
    }
    if (content_policy) options.content_policy = POLICIES[content_policy];
    const request = { family: each.family, tools: each.tools, finishReason, prior_tool_calls, reasoning_open, options };
    let response;
    try {
      response = toolparser.parse(each.output, request);
    } catch (error) {
      if (!error.message.includes("options.formats")) throw error;
      left++; // the package refuses formats that the family hasn't
      continue;
    }
    const [got, want] = [found(response), expected(each.expected)].map((value) => JSON.stringify(value));
    compared++;
    if (got !== want) wrong.push(`${each.family}/${each.name}: found ${got}\nexpected ${want}`);
  }
  return { compared, left, wrong };
}
