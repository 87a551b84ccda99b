package history_test

import (
	"encoding/json"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/anthropic"
	"github.com/toolparser/toolparser/gateway/history"
	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/gateway/openai"
	"github.com/toolparser/toolparser/gateway/openai/responses"
)

var apis = map[string]gateway.API{"chat": openai.Chat{}, "responses": responses.API{}, "messages": anthropic.Messages{}}

// The cases in testdata: a request of each API, and what becomes of it. Without that, it is to stay, byte for byte.
func TestHistories(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no cases", err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files := map[string]string{}
		for _, f := range archive.Files {
			files[f.Name] = strings.TrimSuffix(string(f.Data), "\n")
		}
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			if len(archive.Comment) == 0 {
				t.Error("the case has no comment")
			}
			n := 0
			for name, api := range apis {
				body, ok := files[name+".json"]
				if !ok {
					continue
				}
				n++
				want, changes := files[name+".want"]
				if !changes {
					want = body
				}
				policy := policyOf(t, files["policy"])
				got, report := policy.Heal(api, body)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%s: -want +got\n%s", name, diff)
				}
				if report.Changed() != changes || report.Fault != nil {
					t.Errorf("%s: the report is %+v", name, report)
				}
				if again, report := policy.Heal(api, got); again != got || report.Changed() {
					t.Errorf("%s: what is healed is healed again: %s", name, again)
				}
			}
			if n == 0 {
				t.Error("the case has no request")
			}
		})
	}
}

// policyOf reads the policy of a case.
func policyOf(t *testing.T, text string) (p history.Policy) {
	t.Helper()
	for word := range strings.FieldsSeq(text) {
		switch word {
		case "pass":
			p.Mode = history.Pass
		case "complete":
			p.Mode = history.Complete
		case "empty-arguments":
			p.Empty = history.EmptyObject
		default:
			t.Fatalf("no policy %q", word)
		}
	}
	return p
}

// Of a text nothing is lost, though it can't be decoded: half a surrogate pair, and bytes that are no UTF-8.
func TestNothingOfATextIsLost(t *testing.T) {
	for _, inside := range []string{`half \ud83d`, "bytes \xff\xf0", `\ufffd`, `quotes \" and \\ and \n`, "\u2028"} {
		chat, _ := history.Policy{}.Heal(openai.Chat{}, `{"messages":[{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"f","arguments":"`+inside+`"}}]}]}`)
		var request struct {
			Messages []struct {
				Calls []struct {
					Function struct{ Arguments string }
				} `json:"tool_calls"`
			}
		}
		if err := json.Unmarshal([]byte(chat), &request); err != nil {
			t.Fatalf("%q: %v in %s", inside, err, chat)
		}
		escaped := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(`{"invalid_arguments": "` + inside + `"}`)
		if !strings.Contains(chat, escaped) {
			t.Errorf("%q became %s", inside, chat)
		}
		messages, _ := history.Policy{}.Heal(anthropic.Messages{}, `{"messages":[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","input":"`+inside+`"}]}]}`)
		if !strings.Contains(messages, `"input":{"invalid_arguments": "`+inside+`"}`) {
			t.Errorf("%q became %s", inside, messages)
		}
	}
}

// A text becomes the same bytes, however the client spells it.
func TestATextBecomesTheSameBytes(t *testing.T) {
	heal := func(inside string) string {
		got, _ := history.Policy{}.Heal(responses.API{}, `{"input":[{"type":"function_call","call_id":"a","name":"f","arguments":"`+inside+`"}]}`)
		return got
	}
	if a, b := heal(`{\"caf\u00e9\": \u003c`), heal(`{\"café\": <`); a != b {
		t.Errorf("got %s and %s", a, b)
	}
}

// snippets are the texts of arguments.
var snippets = []string{
	``, ` `, `{}`, `{"city": "Oslo"}`, `{"city": "Oslo"`, `{"city": "Os`, `{'city': 'Oslo'}`, `{"city": 1`, `oops`, `"text"`, `null`, "\x00\xff", `{"city": "😀`, `{"city": "a\nb"}`,
}

// Whatever a request is: it stays a request, and all but the arguments and results of calls stays as it is. What is healed stays as it is.
func FuzzHeal(f *testing.F) {
	for seed := range uint64(200) {
		f.Add(seed, "")
	}
	f.Add(uint64(1), `{"messages": [{"role": "assistant"`)
	f.Fuzz(func(t *testing.T, seed uint64, text string) {
		random := rand.New(rand.NewPCG(seed, 0))
		for name, api := range apis {
			body := text
			if body == "" {
				body = request(random, name)
			}
			for _, policy := range []history.Policy{{}, {Mode: history.Complete, Empty: history.EmptyObject}} {
				got, report := policy.Heal(api, body)
				if report.Fault != nil {
					t.Fatalf("%s: %v", body, report.Fault)
				}
				if !report.Changed() && got != body {
					t.Fatalf("%s: reported as unchanged: %s", body, got)
				}
				if again, _ := policy.Heal(api, got); again != got {
					t.Fatalf("%s: becomes %s, then %s", body, got, again)
				}
				if !json.Valid([]byte(body)) {
					continue
				}
				if !json.Valid([]byte(got)) {
					t.Fatalf("%s: becomes %s, which isn't JSON", body, got)
				}
				if policy.Mode == history.Default && outside(body) != outside(got) {
					t.Fatalf("%s: becomes %s", body, got)
				}
			}
		}
	})
}

// outside is a request without the arguments of its calls.
func outside(body string) string {
	edits := jsonedit.New(body)
	clearArguments(edits, jsonedit.Read(body))
	return edits.String()
}

func clearArguments(edits *jsonedit.Text, value jsonedit.Value) {
	call := value.Member("type").Str == "tool_use"
	for key, member := range value.Members() {
		if key.Str == "arguments" || key.Str == "input" && call {
			edits.Set(member, "")
		} else {
			clearArguments(edits, member)
		}
	}
	for item := range value.Items() {
		clearArguments(edits, item)
	}
}

// request is a request with a history, made at random.
func request(random *rand.Rand, api string) string {
	one := func(list ...string) string { return list[random.IntN(len(list))] }
	quoted := func(text string) string {
		raw, _ := json.Marshal(text) // a string can always be encoded
		return string(raw)
	}
	arguments := func() string {
		return one(quoted(one(snippets...)), quoted(one(snippets...)), quoted(one(snippets...)), `{"a": 1.50}`, `null`, `[1]`, `7`)
	}
	id := func() string { return quoted(one("a", "b", "c", "")) }
	space := func() string { return one("", " ", "\n\t") }
	var list []string
	for range random.IntN(8) {
		switch api {
		case "chat":
			calls := `{"id":` + id() + `,` + space() + `"type":"function","function":{"name":"get_weather",` + space() + `"arguments":` + arguments() + `}}`
			list = append(list, one(
				`{"role":"user","content":"tool_calls"}`, `{"role":"tool","tool_call_id":`+id()+`,"content":"x"}`, `{"role":"tool","tool_call_id":`+id()+`,"content":"x"}`,
				`{"role":"assistant","tool_calls":[`+calls+`]}`, `{"role":"assistant","content":null,"tool_calls":[`+calls+space()+`,`+calls+`,null,{"type":"custom","custom":{"input":"{"}}]}`,
				`{"role":"assistant","function_call":{"name":"get_weather","arguments":`+arguments()+`}}`, `{"role":"assistant","tool_calls":[{"function":{"name":"f"}}]}`, `7`,
			))
		case "responses":
			list = append(list, one(
				`{"type":"message","role":"user","content":"function_call"}`, `{"type":"function_call_output","call_id":`+id()+`,"output":"{"}`,
				`{"type":"function_call","call_id":`+id()+`,"name":"get_weather","arguments":`+arguments()+space()+`}`, `{"type":"custom_tool_call","call_id":`+id()+`,"input":"{"}`, `null`,
			))
		default:
			call := `{"type":"tool_use","id":` + id() + `,"name":"get_weather","input":` + arguments() + `}`
			result := `{"type":"tool_result","tool_use_id":` + id() + `,"content":"x"}`
			list = append(list, one(
				`{"role":"user","content":"tool_use"}`, `{"role":"user","content":[`+result+`]}`, `{"role":"user","content":[`+result+`,`+space()+result+`,{"type":"text","text":"x"}]}`, `{"role":"user","content":[]}`,
				`{"role":"assistant","content":[{"type":"text","text":"x"},`+call+`]}`, `{"role":"assistant","content":[`+call+`,`+space()+call+`]}`, `{"role":"assistant","content":"x"}`,
			))
		}
	}
	member := "messages"
	if api == "responses" {
		member = "input"
	}
	schema := `{"type":"object","properties":{"city":{"type":"string"}}}`
	tools := map[string]string{
		"chat":      `[{"type":"function","function":{"name":"get_weather","parameters":` + schema + `}}]`,
		"responses": `[{"type":"function","name":"get_weather","parameters":` + schema + `}]`,
		"messages":  `[{"name":"get_weather","input_schema":` + schema + `}]`,
	}[api]
	return `{"x":1.50,` + space() + `"` + member + `":[` + strings.Join(list, space()+",") + `],"tools":` + one(tools, `[]`, `null`) + `}`
}
