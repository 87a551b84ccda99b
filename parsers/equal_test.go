package parsers

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// diffOf is what go-cmp says, "-" for want and "+" for got.
func diffOf(want, got any) string { return cmp.Diff(want, got) }

// checkEveryCut compares a stream, for every cut, with the unary parse.
func checkEveryCut(t *testing.T, output string, cfg Config) {
	t.Helper()
	want := parseToy(output, cfg)
	everyCut(output, func(pieces []string) {
		run := streamToy(cfg, pieces...)
		if diff := diffOf(want, run.result); diff != "" {
			t.Errorf("result of %q:\n%s", pieces, diff)
		}
		checkDeltas(t, pieces, run, cfg)
	})
}

// checkDeltas compares what was sent with the result.
func checkDeltas(t *testing.T, pieces []string, run *toyRun, cfg Config) {
	t.Helper()
	content := run.result.Content
	if len(run.result.ToolCalls) == 0 && cfg.Options.ContentPolicy != ContentVerbatim {
		content = content[whitePrefix([]byte(content)):]
	}
	if run.content != content {
		t.Errorf("content deltas of %q add up to %q, want %q", pieces, run.content, content)
	}
	if run.reasoning != run.result.Reasoning {
		t.Errorf("reasoning deltas of %q add up to %q, want %q", pieces, run.reasoning, run.result.Reasoning)
	}
	if got, want := run.standing(), callsOf(run.result); !slices.Equal(got, want) {
		t.Errorf("call deltas of %q add up to %q, want %q", pieces, got, want)
	}
	for i, c := range run.calls {
		if c.complete == c.withdrawn {
			t.Errorf("deltas of %q: call %d complete %t, withdrawn %t", pieces, i, c.complete, c.withdrawn)
		}
	}
}
