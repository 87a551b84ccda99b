import { create, isMessage } from "@bufbuild/protobuf";
import { type Tool, ToolSchema } from "./v1.js";

/** A tool in any shape that toTools takes. */
export type ToolLike = Tool | object;

/**
 * The tools of a request, from tools in any of these shapes, mixed as they come:
 *
 * - a Tool of the contract;
 * - the OpenAI chat API's `{type: "function", function: {…}}`;
 * - the OpenAI responses API's `{type: "function", name: …, parameters: {…}}`, or such a
 *   function without its type;
 * - the Anthropic API's `{name: …, input_schema: {…}}`.
 *
 * Tools that the provider runs itself, or that take free text, are left out: the model
 * doesn't call them by name and arguments.
 *
 * @throws TypeError for a function without a name.
 */
export function toTools(tools: Iterable<ToolLike> = []): Tool[] {
  return [...tools].map((tool, i) => toTool(tool, i)).filter((tool) => tool !== undefined);
}

interface FunctionLike {
  name?: string;
  description?: string | null;
  parameters?: unknown;
  input_schema?: unknown;
}

interface Described extends FunctionLike {
  type?: string | null;
  function?: FunctionLike;
}

function toTool(tool: ToolLike, i: number): Tool | undefined {
  if (isMessage(tool, ToolSchema)) {
    if (!tool.function?.name) {
      throw new TypeError(`tools[${i}] has no name: set function.name`);
    }
    return tool;
  }
  const described = tool as Described;
  if (!isFunction(described)) {
    return undefined;
  }
  const called = described.function ?? described;
  if (!called.name) {
    throw new TypeError(`tools[${i}] has no name: set function.name, or name`);
  }
  return create(ToolSchema, {
    type: "function",
    function: {
      name: called.name,
      description: called.description ?? "",
      parameters: schemaText(called.parameters ?? called.input_schema),
    },
  });
}

/** "custom" is Anthropic's own kind of client tool; OpenAI's has no input_schema. */
function isFunction(tool: Described): boolean {
  return (
    tool.type === undefined ||
    tool.type === null ||
    tool.type === "function" ||
    (tool.type === "custom" && tool.input_schema !== undefined)
  );
}

function schemaText(schema: unknown): string {
  if (schema === undefined || schema === null) {
    return "";
  }
  return typeof schema === "string" ? schema : JSON.stringify(schema);
}
