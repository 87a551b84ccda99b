package kimi

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"testing"

	"github.com/toolparser/toolparser/parsers"
)

func TestTry(t *testing.T) {
	f, err := os.Open("/tmp/kimi_try/in")
	if err != nil {
		t.Skip()
	}
	obj := `{"type":"object","properties":{"path":{"type":"string"},"cmd":{}}}`
	tools := parsers.NewTools([]parsers.Tool{{Name: "f"}, {Name: "read", Parameters: obj}, {Name: "g"}, {Name: "get_weather", Parameters: `{"properties":{"city":{}}}`}})
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		var s string
		if err := json.Unmarshal(sc.Bytes(), &s); err != nil {
			panic(err)
		}
		r := parsers.Parse(Family(), s, parsers.Config{Tools: tools}, 0)
		fmt.Printf("%s\n  content %q\n", s, r.Content)
		for _, c := range r.ToolCalls {
			b, _ := json.Marshal(c)
			fmt.Printf("  call %s\n", b)
		}
		for _, c := range r.InvalidToolCalls {
			fmt.Printf("  INV %s %q %s %v %q args=%q\n", c.Reason, c.Message, c.Name, c.Span, s[c.Span.Start:c.Span.End], c.Arguments)
		}
		st := parsers.NewStream(Family(), parsers.Config{Tools: tools})
		for i := range len(s) {
			st.Feed(s[i : i+1])
		}
		_, r2 := st.Finish(0)
		a, _ := json.Marshal(r)
		b, _ := json.Marshal(r2)
		if string(a) != string(b) {
			fmt.Printf("  DIFFERENT %s\n%s\n", a, b)
		}
	}
}
