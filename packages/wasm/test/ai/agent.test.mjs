// The AI SDK's own loop, with a model that writes its calls as text.
import assert from "node:assert/strict";
import test from "node:test";
import { toolParserMiddleware } from "@toolparser/wasm/ai-sdk";
import { generateText, stepCountIs, streamText, tool, wrapLanguageModel } from "ai";
import { MockLanguageModelV3, simulateReadableStream } from "ai/test";
import { z } from "zod";

const CALL = 'Let me look. <tool_call>{"name": "weather", "arguments": {"city": "Zürich"}}</tool_call>';
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const reasonOf = (unified) => ({ unified, raw: unified });

// model answers with one text after another, whole or in pieces.
function model(texts, { reason = "stop", size = 3, middleware = { family: "hermes" } } = {}) {
  let at = 0;
  const next = () => texts[Math.min(at++, texts.length - 1)];
  return wrapLanguageModel({
    model: new MockLanguageModelV3({
      modelId: "Qwen/Qwen3-8B",
      doGenerate: async () => ({ content: [{ type: "text", text: next() }], finishReason: reasonOf(reason), usage, warnings: [] }),
      doStream: async () => {
        const text = next();
        const pieces = [];
        for (let i = 0; i < text.length; i += size) pieces.push({ type: "text-delta", id: "1", delta: text.slice(i, i + size) });
        const chunks = [{ type: "stream-start", warnings: [] }, { type: "text-start", id: "1" }, ...pieces, { type: "text-end", id: "1" },
          { type: "finish", finishReason: reasonOf(reason), usage }];
        return { stream: simulateReadableStream({ chunks, initialDelayInMs: null, chunkDelayInMs: null }) };
      },
    }),
    middleware: toolParserMiddleware(middleware),
  });
}

const tools = { weather: tool({ inputSchema: z.object({ city: z.string() }), execute: async ({ city }) => `Rain in ${city}.` }) };
const whole = async (options) => generateText({ prompt: "?", tools, stopWhen: stepCountIs(3), ...options });
const streamed = async (options) => {
  const result = streamText({ prompt: "?", tools, stopWhen: stepCountIs(3), ...options });
  await result.consumeStream();
  return { text: await result.text, steps: await result.steps, finishReason: await result.finishReason };
};

for (const [way, run] of Object.entries({ whole, streamed })) {
  test(`an agent goes on with the result, ${way}`, async () => {
    const { text, steps, finishReason } = await run({ model: model([CALL, "It rains."]) });
    assert.equal(text, "It rains.");
    assert.equal(finishReason, "stop");
    assert.equal(steps.length, 2);
    assert.equal(steps[0].text, "Let me look.");
    assert.equal(steps[0].finishReason, "tool-calls");
    assert.deepEqual(steps[0].toolCalls.map(({ toolName, input }) => ({ toolName, input })), [{ toolName: "weather", input: { city: "Zürich" } }]);
    assert.deepEqual(steps[0].toolResults.map(({ output }) => output), ["Rain in Zürich."]);
  });

  test(`the model's id chooses the family, ${way}`, async () => {
    const { steps } = await run({ model: model([CALL, "It rains."], { middleware: {} }) });
    assert.equal(steps[0].toolCalls.length, 1);
  });

  test(`a call that was cut off stays text, ${way}`, async () => {
    const cut = CALL.slice(0, -20);
    const { text, steps } = await run({ model: model([cut], { reason: "length" }) });
    assert.equal(steps[0].toolCalls.length, 0);
    assert.equal(text, cut);
  });

  test(`a response without an end that is known keeps its reason, ${way}`, async () => {
    const { steps } = await run({ model: model(["Hello."], { reason: "other" }) });
    assert.equal(steps[0].finishReason, "other");
    assert.equal(steps[0].text, "Hello.");
  });

  test(`a tool that isn't declared stays text, ${way}`, async () => {
    const other = CALL.replace("weather", "remove");
    const { text, steps } = await run({ model: model([other]) });
    assert.equal(steps[0].toolCalls.length, 0);
    assert.equal(text, other);
  });

  test(`tools that may not be called, ${way}`, async () => {
    const { text } = await run({ model: model([CALL]), toolChoice: "none" });
    assert.equal(text, CALL);
  });

  test(`two calls, ${way}`, async () => {
    const { steps } = await run({ model: model([CALL + CALL.slice(13).replace("Zürich", "Oslo"), "Rain."]) });
    assert.deepEqual(steps[0].toolCalls.map(({ input }) => input.city), ["Zürich", "Oslo"]);
  });

  test(`a thought becomes reasoning, ${way}`, async () => {
    const middleware = { family: "hermes", options: { separate_reasoning: true } };
    const { steps } = await run({ model: model([`<think>Hm.</think>${CALL}`, "Rain."], { middleware }) });
    assert.equal(steps[0].reasoningText, "Hm.");
    assert.equal(steps[0].text, "Let me look.");
    assert.equal(steps[0].toolCalls.length, 1);
  });
}
