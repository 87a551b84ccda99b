// Package metrics counts what a server parses, for Prometheus: the standard
// metrics of gRPC servers, and two counters of its own that show when a model
// changes its habits.
//
//   - toolparser_outputs_total counts outputs, each once, by the call that
//     stands for it: the first accepted one, else the first invalid one.
//   - toolparser_tool_calls_total counts calls, accepted and invalid.
//
// Both have the labels family, format, shape and outcome, whose values come
// from closed sets. deploy/prometheus has queries.
package metrics
