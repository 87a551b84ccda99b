import type { ParseOptions, Toolparser } from "./index.js";

export interface ToolParserSettings {
  /** Family of the model, by name or alias, such as "hermes". Default: chosen by the model. */
  family?: string;
  /** Id of the model that chooses the family, if the provider has another name for it. Default: the provider's id. A model of no family is read as "auto". */
  model?: string;
  /** What load() of @toolparser/wasm returned. Default: the module next to the package's code, loaded once. */
  toolparser?: Toolparser;
  /** How to parse. Defaults here: min_confidence 0.5, reject_unknown_tools true. Calls are always whole. */
  options?: ParseOptions;
}

/** A middleware in the form that wrapLanguageModel of the package ai takes, version 6. */
export interface ToolParserMiddleware {
  specificationVersion: "v3";
  // The types of ai are not imported, so that the package needs no other.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  wrapGenerate(call: any): Promise<any>;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  wrapStream(call: any): Promise<any>;
}

/**
 * Makes tool calls of what a model writes as text, streamed or not. The request stays as it is; only a request that offers
 * tools changes in its response. Calls that the provider found itself pass.
 */
export function toolParserMiddleware(settings?: ToolParserSettings): ToolParserMiddleware;
