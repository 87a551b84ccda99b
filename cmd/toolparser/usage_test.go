package main

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"

	"github.com/toolparser/toolparser/families"
	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// foreign are words with which the libraries tell errors.
var foreign = []string{"strconv", "invalid argument", "unknown shorthand", "unknown flag", "flag needs", "arg(s)", "parse error", "time:"}

// TestFlagErrors gives every flag of every command a value that none takes.
func TestFlagErrors(t *testing.T) {
	for _, c := range newRoot(families.Registry()).Commands() {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if f.Value.Type() == "string" || f.Value.Type() == "stringArray" {
				return // takes anything
			}
			got := execute(t, []string{c.Name(), "--" + f.Name + `=no"ne`}, "")
			if want := "toolparser: --" + f.Name + ` "no\"ne": want `; got["exit"] != "2\n" || !strings.HasPrefix(got["stderr"], want) {
				t.Errorf("%s --%s: got %v", c.Name(), f.Name, got)
			}
			for _, words := range foreign {
				if strings.Contains(got["stderr"], words) {
					t.Errorf("%s --%s: %s", c.Name(), f.Name, got["stderr"])
				}
			}
		})
	}
}

// TestUnknownFamilyIsReportedFirst: before an output is read, which somebody may be about to type.
func TestUnknownFamilyIsReportedFirst(t *testing.T) {
	unread := iotest.ErrReader(errors.New("read"))
	for _, flags := range [][]string{{"--family", "nope"}, {"--model", "nope"}, {"--family", "llama3", "--family-file", "nope.txtpb"}} {
		var told strings.Builder
		run(t.Context(), append([]string{"parse"}, flags...), stdio{in: unread, out: io.Discard, err: &told})
		if !strings.Contains(told.String(), "nope") {
			t.Errorf("%v: %s", flags, told.String())
		}
	}
}

// TestHelpExitCodes has each command name the exit codes that it can end with.
func TestHelpExitCodes(t *testing.T) {
	for _, c := range newRoot(families.Registry()).Commands() {
		_, codes, _ := strings.Cut(c.Long, "Exit codes:\n")
		if tellsNoCall := strings.Contains(codes, "\n  3  "); tellsNoCall != (c.Name() == "parse") {
			t.Errorf("the help of %s says %q", c.Name(), codes)
		}
		if other := otherCommand(c, codes); other != "" {
			t.Errorf("the exit codes of %s tell of %s", c.Name(), other)
		}
	}
}

func otherCommand(c *cobra.Command, text string) string {
	for _, other := range c.Root().Commands() {
		if other != c && strings.Contains(" "+text, " "+other.Name()+" ") {
			return other.Name()
		}
	}
	return ""
}

func TestEnumFlag(t *testing.T) {
	mode := colorAlways
	f := newEnumFlag(&mode, colorModes)
	if f.String() != "always" {
		t.Error("the default is what the variable holds, not", f.String())
	}
	if err := f.Set("NEVER"); err != nil || mode != colorNever {
		t.Error(mode, err)
	}
	if err := f.Set("now and then"); err == nil || err.Error() != "auto, always or never" || mode != colorNever {
		t.Error(mode, err)
	}
}

// TestPrintDelta has every field of a delta printed, and no other.
func TestPrintDelta(t *testing.T) {
	full := &toolparserv1.DeltaMessage{
		Content:          proto.String("<b> & "),
		ToolCalls:        []*toolparserv1.DeltaToolCall{{Index: 0}},
		InvalidToolCalls: []*toolparserv1.DeltaInvalidToolCall{{Index: 0}},
		Reasoning:        proto.String(""),
	}
	fields := full.ProtoReflect().Descriptor().Fields()
	for i := range fields.Len() {
		if !full.ProtoReflect().Has(fields.Get(i)) {
			t.Errorf("the test has no %s", fields.Get(i).Name())
		}
	}
	for _, want := range []*toolparserv1.DeltaMessage{full, {Content: proto.String("a")}, {}} {
		var line strings.Builder
		if err := printDelta(&line, want); err != nil {
			t.Fatal(err)
		}
		got := new(toolparserv1.DeltaMessage)
		if err := protojson.Unmarshal([]byte(line.String()), got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, protocmp.Transform()); diff != "" || strings.Contains(line.String(), "[]") {
			t.Errorf("%s: %s", line.String(), diff)
		}
	}
}
