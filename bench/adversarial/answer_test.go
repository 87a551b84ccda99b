package adversarial

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/toolparser/toolparser/families"
	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server"
)

// The bound of an answer that docs/run/overload.md states: times the request, and bytes.
const answerTimes, answerBytes = 7, 64 << 10

// checkAnswer parses an output and checks that the answer is within the bound, so that no
// small output breaks a client of the server. It returns how many times its request it is.
func checkAnswer(t *testing.T, service *server.Service, name string, request *toolparserv1.ParseToolCallsRequest) float64 {
	t.Helper()
	response, err := service.ParseToolCalls(context.Background(), request)
	if err != nil {
		t.Fatal(err)
	}
	size, asked := proto.Size(response), proto.Size(request)
	if size > answerTimes*asked+answerBytes {
		t.Errorf("%s: an answer of %d KiB, %.1f times its request; %d calls, %d invalid", name,
			size>>10, float64(size)/float64(asked), len(response.GetResult().GetToolCalls()), len(response.GetInvalidToolCalls()))
	}
	return float64(size-answerBytes) / float64(asked)
}

// TestControlCharactersReachTheBound: among arguments each is six bytes of JSON, and where the
// call is rejected and its text kept, one more. In most families an answer is as long as that.
func TestControlCharactersReachTheBound(t *testing.T) {
	registry := families.Registry()
	service := server.NewService(registry)
	accepted, rejected := 0, 0
	for _, family := range registry.Families() {
		var most, mostRejected float64
		for _, format := range family.Formats {
			text := insertInArgument(family, format.Example, strings.Repeat("\x01", 256<<10))
			if text == "" {
				continue
			}
			request := &toolparserv1.ParseToolCallsRequest{Family: family.Name, ModelOutput: text}
			most = max(most, checkAnswer(t, service, format.Name, request))
			request.Tools = []*toolparserv1.Tool{{Type: "function", Function: &toolparserv1.FunctionDefinition{Name: "another"}}}
			request.Options = &toolparserv1.ParseOptions{RejectUnknownTools: true, ContentPolicy: toolparserv1.ContentPolicy_CONTENT_POLICY_VERBATIM}
			mostRejected = max(mostRejected, checkAnswer(t, service, format.Name+", rejected", request))
		}
		if most > answerTimes-1.3 {
			accepted++
		}
		if mostRejected > answerTimes-.3 {
			rejected++
		}
	}
	t.Logf("of %d families %d answer with 6 times an accepted call's text, and %d with 7 times a rejected one's", len(registry.Families()), accepted, rejected)
	if accepted < 40 || rejected < 40 {
		t.Errorf("%d and %d families come near the bound: what is inserted misses the arguments", accepted, rejected)
	}
}

// insertInArgument puts a text into the first string among the arguments of an example's
// first call; empty if there is none.
func insertInArgument(family *parsers.Family, example, text string) string {
	calls := parsers.Parse(family, example, parsers.Config{}, parsers.FinishUnspecified).ToolCalls
	if len(calls) == 0 {
		return ""
	}
	var arguments map[string]any
	if json.Unmarshal([]byte(calls[0].Arguments), &arguments) != nil {
		return ""
	}
	for _, key := range slices.Sorted(maps.Keys(arguments)) {
		if value, ok := arguments[key].(string); ok && len(value) > 1 {
			if at := strings.Index(example, value); at >= 0 {
				return example[:at+1] + text + example[at+1:]
			}
		}
	}
	return ""
}

// TestAnswersAreBounded checks the answers to all hostile texts.
func TestAnswersAreBounded(t *testing.T) {
	registry := families.Registry()
	service := server.NewService(registry)
	sizes := []int{2 << 10, 4 << 10, 8 << 10, 16 << 10, 256 << 10}
	for _, family := range registry.Families() {
		for _, in := range inputs {
			if in.family != "" && in.family != family.Name {
				continue
			}
			for _, n := range sizes {
				request := &toolparserv1.ParseToolCallsRequest{Family: family.Name, ModelOutput: in.text(n)}
				checkAnswer(t, service, fmt.Sprintf("%s/%s/%d", family.Name, in.name, n), request)
			}
		}
	}
}
