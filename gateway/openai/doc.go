// Package openai reads and fixes the responses of OpenAI's chat completions API, as OpenAI itself
// and the many servers and routers that follow it write them.
//
// Files, in reading order: request.go makes an offer of a request; message.go finds the parts of a
// message or a delta; body.go fixes a response that isn't streamed.
package openai
