// Agents for Node.js, as far as an upstream sees them: the requests in agents/, the vendor's SDK that the agent uses, and
// what it takes of a stream. Each runs its calls until the model calls nothing, three turns at most. agents.py has Codex.

import { readFileSync } from "node:fs";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { jsonSchema, streamText, tool } from "ai";
import { anthropic, follow, openai, parsed } from "./clients.js";

const asked = (name) => JSON.parse(readFileSync(new URL(`agents/${name}.json`, import.meta.url)));
const TURNS = 3;

/** Claude Code runs every tool_use block of a message that has ended. */
async function claudeCode(job, out) {
  const { headers, body } = asked("claude_code");
  const options = { headers, query: { beta: "true" } };
  const { messages } = anthropic(job).beta;
  if (job.count) {
    const { model, system, messages: turns, tools, thinking } = body;
    out.text = String((await messages.countTokens({ model, system, messages: turns, tools, thinking }, options)).input_tokens);
    return;
  }
  for (let turn = 0; turn < TURNS; turn++) {
    const message = await messages.stream(body, options).finalMessage();
    out.text = message.content.map((block) => block.text ?? "").join("");
    out.reason = message.stop_reason;
    const calls = message.content.filter((block) => block.type === "tool_use");
    if (calls.length === 0) return;
    for (const call of calls) out.ran.push([call.name, call.input]);
    const content = calls.map((call) => ({ type: "tool_result", tool_use_id: call.id, content: "ok" }));
    body.messages.push({ role: "assistant", content: message.content }, { role: "user", content });
  }
}

/** opencode leaves calls to the tool invalid if it can't read them, and goes on for as long as the reason is calls. */
async function opencode(job, out) {
  const { headers, system, messages, tools: schemas, ...settings } = asked("opencode");
  const router = createOpenAICompatible({ name: "router", baseURL: job.base + "/v1", apiKey: "none" });
  const run = (name) => (input) => {
    out.ran.push([name, input]);
    return "ok";
  };
  const tools = Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, tool({ inputSchema: jsonSchema(schema), execute: run(name) })]),
  );
  const turns = [...system.map((content) => ({ role: "system", content })), ...messages];
  for (let turn = 0; turn < TURNS; turn++) {
    out.text = "";
    const answer = streamText({
      ...settings,
      model: router("qwen3-32b"),
      messages: turns,
      allowSystemInMessages: true,
      tools,
      activeTools: Object.keys(tools).filter((name) => name !== "invalid"),
      headers,
      maxRetries: 0,
      onError() {},
      async experimental_repairToolCall({ toolCall, error }) {
        return { ...toolCall, toolName: "invalid", input: JSON.stringify({ tool: toolCall.toolName, error: error.message }) };
      },
    });
    await follow(answer.fullStream, out);
    if (!["tool-calls", "unknown"].includes(out.reason)) return;
    turns.push(...(await answer.response).messages);
  }
}

/** Cline takes the id and the name that came last for all deltas, and only deltas with arguments. */
async function cline(job, out) {
  const { headers, body } = asked("cline");
  if (job.without) for (const member of ["tools", "tool_choice", "parallel_tool_calls"]) delete body[member];
  for (let turn = 0; turn < TURNS; turn++) {
    const calls = new Map();
    let last = { id: "", name: "" };
    out.text = "";
    out.reason = null;
    for await (const chunk of await openai(job).chat.completions.create(body, { headers })) {
      const delta = chunk.choices[0]?.delta;
      out.text += delta?.content ?? "";
      out.reason = chunk.choices[0]?.finish_reason ?? out.reason;
      for (const call of delta?.tool_calls ?? []) {
        last = { id: call.id || last.id, name: call.function?.name || last.name };
        if (!last.id || !last.name || !call.function?.arguments) continue;
        const seen = calls.get(last.id) ?? { ...last, arguments: "" };
        calls.set(last.id, { ...seen, arguments: seen.arguments + call.function.arguments });
      }
    }
    if (calls.size === 0) return;
    const tool_calls = [];
    for (const { id, name, arguments: text } of calls.values()) {
      if (typeof parsed(text) !== "object") throw new Error(`arguments of ${name} that aren't JSON: ${text}`);
      out.ran.push([name, parsed(text)]);
      tool_calls.push({ id, type: "function", function: { name, arguments: text } });
    }
    body.messages.push({ role: "assistant", content: out.text || null, tool_calls });
    for (const { id } of tool_calls) body.messages.push({ role: "tool", tool_call_id: id, content: "ok" });
  }
}

export const agents = { "Claude Code": claudeCode, opencode, Cline: cline };
