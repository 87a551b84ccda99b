/** The contract's messages, enums and service, as generated. */
export * from "./gen/toolparser/v1/delta_pb.js";
export * from "./gen/toolparser/v1/diagnostics_pb.js";
export * from "./gen/toolparser/v1/family_pb.js";
export * from "./gen/toolparser/v1/options_pb.js";
export * from "./gen/toolparser/v1/result_pb.js";
export * from "./gen/toolparser/v1/span_pb.js";
export * from "./gen/toolparser/v1/tool_parser_service_pb.js";
export * from "./gen/toolparser/v1/tool_pb.js";
