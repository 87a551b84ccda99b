package apitest

import (
	"bytes"
	"sync"

	"github.com/toolparser/toolparser/parsers"
)

// What a client asks for and an upstream sends, in tests of what is between them: chat completions.
const (
	Tools   = `"tools":[{"type":"function","function":{"name":"get_weather","parameters":{"type":"object","properties":{"city":{"type":"string"}}}}}]`
	Ask     = `{"model":"qwen3","messages":[],` + Tools + `}`
	AskLive = `{"model":"qwen3","stream":true,"messages":[],` + Tools + `}`

	CallText  = `<tool_call>{\"name\": \"get_weather\", \"arguments\": {\"city\": \"Oslo\"}}</tool_call>`
	Called    = `{"choices":[{"index":0,"message":{"content":"` + CallText + `"},"finish_reason":"stop"}]}`
	Plain     = `{ "choices":[{"index":0, "message":{"content":"Hello"},"finish_reason":"stop"}],"x":1.50 }`
	LiveHello = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Hello\"}}]}\n\n"
	LiveCall  = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + CallText + "\"}}]}\n\n"
	LiveStop  = "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n"
	LiveDone  = "data: [DONE]\n\n"
)

// Registry has all families.
func Registry() *parsers.Registry { return registry() }

// A Log is written to and read by several goroutines.
type Log struct {
	mu sync.Mutex
	b  bytes.Buffer
}

// Write implements io.Writer.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

// String is what was written.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}
