/** Outputs of models, and what they come to. */
import { clone } from "@bufbuild/protobuf";
import { type DeltaMessage, type ParseToolCallsResponse, ParseToolCallsResponseSchema } from "../src/v1.js";

export const ONE_CALL =
  'Let me look. {"name": "get_weather", "parameters": {"city": "Zürich \u{1f600}"}} One moment.';

export const TWO_CALLS =
  "I'll check both.\n<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0" +
  '<|tool_call_argument_begin|>{"city": "Zürich"}<|tool_call_end|><|tool_call_begin|>functions.get_time:1' +
  '<|tool_call_argument_begin|>{"zone": "Europe/Zurich"}<|tool_call_end|><|tool_calls_section_end|>';

export const PROSE = "There is nothing to call here, {only} some \u{1f600} text.\n";

export const CUT_OFF = 'I will call {"name": "get_weather", "parameters": {"city": "Zür';

export const OUTPUTS = [
  { family: "llama3", text: ONE_CALL },
  { family: "kimi", text: TWO_CALLS },
  { family: "llama3", text: PROSE },
  { family: "llama3", text: CUT_OFF },
];

export function calls(response: ParseToolCallsResponse): [string | undefined, string | undefined][] {
  return response.result!.toolCalls.map((call) => [call.function?.name, call.function?.arguments]);
}

/** The response without ids that are made at random. */
export function withoutMadeIds(response: ParseToolCallsResponse): ParseToolCallsResponse {
  const copy = clone(ParseToolCallsResponseSchema, response);
  copy.diagnostics!.toolCalls.forEach((said, index) => {
    if (said.idSynthesized) {
      copy.result!.toolCalls[index]!.id = "";
    }
  });
  return copy;
}

/** Deltas added up. */
export class Added {
  content = "";
  readonly #calls = new Map<number, [string, string]>();

  add(delta: DeltaMessage): void {
    this.content += delta.content ?? "";
    for (const { index, function: called } of delta.toolCalls) {
      const [name, text] = this.#calls.get(index) ?? ["", ""];
      this.#calls.set(index, [name + (called?.name ?? ""), text + (called?.arguments ?? "")]);
    }
    delta.invalidToolCalls.forEach(({ index }) => this.#calls.delete(index));
  }

  get calls(): [string, string][] {
    return [...this.#calls.values()];
  }
}
