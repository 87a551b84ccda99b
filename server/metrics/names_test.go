package metrics_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server"
	"github.com/toolparser/toolparser/server/metrics"
)

const (
	tokenBefore = "the-token-of-yesterday"
	tokenAfter  = "the-token-of-tomorrow"
)

func writeTokens(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// listAs is the code of a call with a token.
func listAs(client toolparserv1.ToolParserServiceClient, token string) codes.Code {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	_, err := client.ListFamilies(metadata.AppendToOutgoingContext(ctx, "authorization", "Bearer "+token), &toolparserv1.ListFamiliesRequest{})
	return status.Code(err)
}

// TestNamesThatAreNoLabelsAreRefused: a name that isn't UTF-8 would end the process at the first call of its token. A
// running server keeps the tokens that it had, and one that starts has an error.
func TestNamesThatAreNoLabelsAreRefused(t *testing.T) {
	for _, name := range []string{"M\xfcller", "a\x00b", "a\x1b[31m"} {
		file := filepath.Join(t.TempDir(), "tokens")
		writeTokens(t, file, "# names\n"+name+" "+tokenAfter)
		m := metrics.New(testRegistry(t))
		_, err := server.New(testRegistry(t), append(m.Options(), server.WithConfig(server.Config{TokensFile: file}))...)
		if err == nil || !strings.Contains(err.Error(), "tokens:2: the name") || !strings.Contains(err.Error(), "want UTF-8 without control characters") {
			t.Errorf("%q at the start: %v", name, err)
		}

		writeTokens(t, file, "a "+tokenBefore)
		m = metrics.New(testRegistry(t))
		client := serve(t, testRegistry(t), m, server.Config{TokensFile: file})
		if code := listAs(client, tokenBefore); code != codes.OK {
			t.Fatal(code)
		}
		writeTokens(t, file, name+" "+tokenAfter)
		for deadline := time.Now().Add(time.Minute); ; time.Sleep(5 * time.Millisecond) {
			if strings.Contains(strings.Join(scrape(t, m.Handler()), "\n"), `file_reload_failures_total{file_kind="tokens"} 1`) {
				break
			}
			if code := listAs(client, tokenAfter); code != codes.Unauthenticated || time.Now().After(deadline) {
				t.Fatalf("%q: a call has %v", name, code)
			}
		}
		if code := listAs(client, tokenBefore); code != codes.OK {
			t.Errorf("%q: the tokens of before are gone: %v", name, code)
		}
	}
	config := server.Config{TLSCertFile: "c", TLSKeyFile: "k", ClientCAFile: "a", ClientNames: []string{"M\xfcller"}}
	if err := config.Validate(); err == nil || !strings.Contains(err.Error(), `client names "M\xfcller": want UTF-8`) {
		t.Errorf("a certificate's name: %v", err)
	}
}

// TestNamesAreEscaped: a name can't end its label, or the line.
func TestNamesAreEscaped(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tokens")
	writeTokens(t, file, `a"},b\ `+tokenBefore)
	m := metrics.New(testRegistry(t))
	client := serve(t, testRegistry(t), m, server.Config{TokensFile: file})
	if code := listAs(client, tokenBefore); code != codes.OK {
		t.Fatal(code)
	}
	if lines, want := strings.Join(scrape(t, m.Handler()), "\n"), `identity_calls_total{grpc_code="OK",identity="a\"},b\\"} 1`; !strings.Contains(lines, want) {
		t.Errorf("no %s in\n%s", want, lines)
	}
}

// TestShapesThatAreNoLabelsAreOther: a program's own family may report any key, and any format.
func TestShapesThatAreNoLabelsAreOther(t *testing.T) {
	m := metrics.New(testRegistry(t))
	m.ObserveResult(t.Context(), &parsers.Result{Family: "toy", ToolCalls: []parsers.ToolCall{{Format: "toy/M\xfcller", Key: "M\xfcller"}}})
	if got, want := scrape(t, m.Handler())[0], `outputs_total{family="toy",format="other",outcome="called",shape="other"} 1`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
