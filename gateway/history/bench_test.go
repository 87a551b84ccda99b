package history_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/gateway/history"
	"github.com/toolparser/toolparser/gateway/openai"
)

// BenchmarkHeal times a conversation of 40 calls, 100 KB, in which nothing, or one call, is to be healed.
func BenchmarkHeal(b *testing.B) {
	var messages []string
	for i := range 40 {
		messages = append(messages, fmt.Sprintf(`{"role":"assistant","tool_calls":[{"id":"%d","type":"function","function":{"name":"f","arguments":"{\"a\": \"b\"}"}}]}`, i),
			fmt.Sprintf(`{"role":"tool","tool_call_id":"%d","content":"%s"}`, i, strings.Repeat("The weather in Oslo is fine today. ", 70)))
	}
	fine := `{"model":"m","messages":[` + strings.Join(messages, ",") + `]}`
	for name, body := range map[string]string{
		"fine": fine, "broken": strings.Replace(fine, `{\"a\": \"b\"}`, `{\"a\": \"b`, 1), "without calls": strings.ReplaceAll(strings.ReplaceAll(fine, "tool_call", "tool_"), "function_call", "f"),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			for b.Loop() {
				history.Policy{}.Heal(openai.Chat{}, body)
			}
		})
	}
}
