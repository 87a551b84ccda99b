// The clients for Node.js. Each asks for a stream, and notes what it ended with: the text, the calls (id, name and
// input), the calls that its own loop ran, the reason, the error. clients.py has those for Python.

import Anthropic from "@anthropic-ai/sdk";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { jsonSchema, stepCountIs, streamText, tool } from "ai";
import OpenAI from "openai";

export const openai = (job) => new OpenAI({ baseURL: job.base + "/v1", apiKey: "none", maxRetries: 0 });
export const anthropic = (job) => new Anthropic({ baseURL: job.base, apiKey: "none", maxRetries: 0 });

/** The input of a call, or its text if that isn't JSON. */
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function chat(job, out) {
  const [choice] = (await openai(job).chat.completions.stream(job.body).finalChatCompletion()).choices;
  out.text = choice.message.content ?? "";
  out.calls = (choice.message.tool_calls ?? []).map((call) => [call.id, call.function.name, parsed(call.function.arguments)]);
  out.reason = choice.finish_reason;
}

async function runTools(job, out) {
  const tools = job.body.tools.map(({ function: f }) => ({
    type: "function",
    function: { ...f, parse: JSON.parse, function: (input) => ran(out, f.name, input) },
  }));
  const runner = openai(job).chat.completions.runTools({ ...job.body, tools, stream: true }, { maxChatCompletions: 3 });
  out.text = (await runner.finalContent()) ?? "";
}

async function responses(job, out) {
  const response = await openai(job).responses.stream(job.body).finalResponse();
  out.text = response.output_text;
  out.calls = response.output
    .filter((item) => item.type === "function_call")
    .map((item) => [item.call_id, item.name, parsed(item.arguments)]);
  out.reason = response.status;
}

async function messages(job, out) {
  const message = await anthropic(job).messages.stream(job.body).finalMessage();
  note(out, message);
}

export function note(out, message) {
  out.text = message.content.map((block) => (block.type === "text" ? block.text : "")).join("");
  out.calls = message.content
    .filter((block) => block.type === "tool_use")
    .map((block) => [block.id, block.name, block.input]);
  out.reason = message.stop_reason;
}

async function toolRunner(job, out) {
  const tools = job.body.tools.map((t) => ({ type: "custom", ...t, parse: (input) => input, run: (input) => ran(out, t.name, input) }));
  const runner = anthropic(job).beta.messages.toolRunner({ ...job.body, tools, stream: true, max_iterations: 3 });
  let message;
  for await (const stream of runner) message = await stream.finalMessage();
  out.text = message.content.map((block) => block.text ?? "").join("");
  out.reason = message.stop_reason;
}

function ran(out, name, input) {
  out.ran.push([name, input]);
  return "rain";
}

const compatible = (job) => createOpenAICompatible({ name: "router", baseURL: job.base + "/v1", apiKey: "none" });
const vendor = (job) => createOpenAI({ baseURL: job.base + "/v1", apiKey: "none" });

/** ai with a provider, which makes requests of its own: its loop runs the tools of the job's request. */
const ai = (provider) => async (job, out) => {
  const functions = job.body.tools.map((t) => t?.function ?? t).filter((f) => f?.name);
  const tools = functions.map(({ name, parameters, input_schema }) => [
    name,
    tool({ inputSchema: jsonSchema(parameters ?? input_schema ?? {}), execute: (input) => ran(out, name, input) }),
  ]);
  const { fullStream } = streamText({
    model: provider(job),
    prompt: "Hi",
    tools: Object.fromEntries(tools),
    maxRetries: 0,
    stopWhen: stepCountIs(3),
    onError() {},
  });
  await follow(fullStream, out);
};

/** Follows a stream of ai. */
export async function follow(parts, out) {
  for await (const part of parts) {
    if (part.type === "text-delta") out.text += part.text;
    if (part.type === "tool-call" && !part.invalid) out.calls.push([part.toolCallId, part.toolName, part.input]);
    if (part.type === "tool-call" && part.invalid) out.error = `invalid call: ${part.error}`;
    if (part.type === "finish-step") out.reason = part.finishReason;
    if (part.type === "error") throw part.error;
  }
}

export const clients = {
  "openai for JavaScript": chat,
  "openai for JavaScript, runTools": runTools,
  "openai for JavaScript, Responses": responses,
  "anthropic for JavaScript": messages,
  "anthropic for JavaScript, toolRunner": toolRunner,
  "ai with @ai-sdk/openai-compatible": ai((job) => compatible(job)("qwen3-32b")),
  "ai with @ai-sdk/openai": ai((job) => vendor(job).chat("qwen3-32b")),
  "ai with @ai-sdk/openai, Responses": ai((job) => vendor(job).responses("qwen3-32b")),
};
