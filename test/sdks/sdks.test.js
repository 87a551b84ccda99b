// The proxy, driven by the SDKs for Node.js. node_test.py starts the proxy and the server behind it,
// and makes modules of the recipes of docs/connect/proxy.md.

import assert from "node:assert/strict";
import { test } from "node:test";
import { jsonSchema, streamText, tool } from "ai";

const { text, chatTools, anthropicTools, schema } = JSON.parse(process.env.GIVEN);
const user = (content) => [{ role: "user", content }];
const weather = { get_weather: tool({ inputSchema: jsonSchema(schema) }) };

const openai = await recipe("openai", user(text), chatTools);
const anthropic = await recipe("anthropic", user("both"), anthropicTools);
const vercel = await recipe("vercel", user(text), weather);

/** Runs a recipe, and returns the variables that it leaves. */
async function recipe(name, messages, tools) {
  globalThis.given = { messages, tools };
  return { messages, tools, ...(await import(`./node_modules/.recipes/${name}.mjs`)) };
}

/** Checks that the calls, each a name and its arguments, are the one in the text. */
function checkOslo(calls) {
  assert.deepEqual(calls, [["get_weather", { city: "Oslo" }]]);
}

const chatCalls = (calls) => calls.map((call) => [call.function.name, JSON.parse(call.function.arguments)]);
const blocks = (content) => content.map((block) => [block.name, block.input]);
const toolCalls = (calls) => calls.map((call) => [call.toolName, call.input]);

test("openai", () => checkOslo(chatCalls(openai.calls)));

test("openai, streamed", async () => {
  const { client, messages, tools } = openai;
  const stream = client.chat.completions.stream({ model: "qwen3-32b", messages, tools });
  const [choice] = (await stream.finalChatCompletion()).choices;
  assert.equal(choice.message.content, "I look.");
  assert.equal(choice.finish_reason, "tool_calls");
  checkOslo(chatCalls(choice.message.tool_calls));
});

test("anthropic", () => checkOslo(blocks(anthropic.calls)));

test("anthropic, streamed", async () => {
  const { client, messages, tools } = anthropic;
  const stream = client.messages.stream({ model: "qwen3-32b", max_tokens: 1024, messages, tools });
  const answer = await stream.finalMessage();
  assert.equal(answer.stop_reason, "tool_use");
  checkOslo(blocks(answer.content.filter((block) => block.type === "tool_use")));
});

test("vercel", () => checkOslo(toolCalls(vercel.calls)));

test("vercel, streamed", async () => {
  const { router, messages, tools } = vercel;
  const answer = streamText({ model: router("qwen3-32b"), messages, tools });
  assert.equal(await answer.text, "I look.");
  assert.equal(await answer.finishReason, "tool-calls");
  checkOslo(toolCalls(await answer.toolCalls));
});
