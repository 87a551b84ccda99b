package server_test

import (
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server"
)

// wantFewLines checks that of a number of failures at most so many a second have a line with some text, that the first
// ones do, and that the rest are counted.
func wantFewLines(t *testing.T, r *running, text string, failures, rate int, begun time.Time) {
	t.Helper()
	eventually(t, "each failure is logged or counted", func() bool {
		return strings.Count(r.log.String(), text)+int(r.server.Load().LinesSkipped) == failures
	})
	n := strings.Count(r.log.String(), text)
	if most := rate * (2 + int(time.Since(begun).Seconds())); n < rate || n > most {
		t.Errorf("%d of %d failures have a line, want %d to %d", n, failures, rate, most)
	}
}

// TestMistakesOfACallerHaveFewLines: a call of some bytes has a line of hundreds. Those of another caller are logged
// all the same.
func TestMistakesOfACallerHaveFewLines(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tokens")
	writeFile(t, file, "a "+oldToken+"\nb "+newToken)
	for name, run := range map[string]func(server.Config) *running{
		"gRPC": func(c server.Config) *running { return start(t, server.WithConfig(c)) },
		"HTTP": func(c server.Config) *running { return startHTTP(t, testRegistry(t).Families(), c).running },
	} {
		for what, test := range map[string]struct {
			authorization string
			family        string
			code          codes.Code
			line          string
		}{
			"mistakes":       {"Bearer " + oldToken, "nope", codes.NotFound, " identity=a code=NotFound"},
			"without tokens": {"", "line", codes.Unauthenticated, " code=Unauthenticated"},
		} {
			t.Run(name+" "+what, func(t *testing.T) {
				begun := time.Now()
				r := run(server.Config{TokensFile: file})
				call := func(authorization string) {
					_, err := r.client.ParseToolCalls(metadata.AppendToOutgoingContext(testContext(t), "authorization", authorization),
						&toolparserv1.ParseToolCallsRequest{Family: test.family})
					wantError(t, err, test.code)
				}
				const calls = 200
				for range calls {
					call(test.authorization)
				}
				wantFewLines(t, r, test.line, calls, 10, begun)
				_, err := r.client.ParseToolCalls(metadata.AppendToOutgoingContext(testContext(t), "authorization", "Bearer "+newToken),
					&toolparserv1.ParseToolCallsRequest{Family: "nope"})
				wantError(t, err, codes.NotFound)
				eventually(t, "another caller's mistake is logged", func() bool { return strings.Contains(r.log.String(), " identity=b code=NotFound") })
				eventually(t, "a later line says how many are missing", func() bool {
					call(test.authorization)
					return strings.Contains(r.log.String(), " skipped=")
				})
			})
		}
	}
}

// TestMistakesOfManyConnectionsHaveFewLines: without tokens, each connection is a caller, and one client may have any
// number of them.
func TestMistakesOfManyConnectionsHaveFewLines(t *testing.T) {
	begun := time.Now()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	r := startOn(t, l, testRegistry(t).Families())
	const connections, calls = 30, 10
	for range connections {
		conn := dial(t, l.Addr().String())
		for range calls {
			_, err := toolparserv1.NewToolParserServiceClient(conn).ParseToolCalls(testContext(t), &toolparserv1.ParseToolCallsRequest{Family: "nope"})
			wantError(t, err, codes.NotFound)
		}
		_ = conn.Close()
	}
	wantFewLines(t, r, " code=NotFound", connections*calls, 100, begun)
}

// TestPanicsOfACallerHaveFewLines: the stack is longer still. Mistakes don't hide them.
func TestPanicsOfACallerHaveFewLines(t *testing.T) {
	panics := quietFamily("panics")
	panics.NewParser = func() parsers.Parser { panic("a bug") }
	r := startWith(t, append(testRegistry(t).Families(), panics))
	call := func(family string, code codes.Code) {
		_, err := r.client.ParseToolCalls(testContext(t), &toolparserv1.ParseToolCallsRequest{Family: family})
		wantError(t, err, code)
	}
	begun := time.Now()
	for range 50 {
		call("nope", codes.NotFound)
	}
	for range 50 {
		call("panics", codes.Internal)
	}
	eventually(t, "each is logged or counted", func() bool {
		return strings.Count(r.log.String(), " code=")+strings.Count(r.log.String(), " msg=panic ")+int(r.server.Load().LinesSkipped) == 150
	})
	if n := strings.Count(r.log.String(), " level=ERROR msg=panic "); n < 5 || n > 10*(2+int(time.Since(begun).Seconds())) {
		t.Errorf("%s panics have a line", fmt.Sprint(n))
	}
}
