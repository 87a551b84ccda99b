package main

import (
	"os"
	"strings"
	"testing"
)

// TestEndlessInput: a device or a pipe has no size that could be looked at before.
func TestEndlessInput(t *testing.T) {
	const zeros = "/dev/zero"
	if _, err := os.Stat(zeros); err != nil {
		t.Skip(err)
	}
	for command, want := range map[string]string{
		"parse -f llama3 " + zeros:                      "read the output: it is over the limit of 16777216 bytes",
		"parse -f llama3 --tools " + zeros:              "read tools: it is over the limit of 16777216 bytes",
		"parse -f llama3 --family-file " + zeros + " -": "/dev/zero: it is a device; want a regular file",
		"check " + zeros:                                "/dev/zero: it is a device; want a regular file",
		"import-template " + zeros:                      "read the template: it is over the limit of 16777216 bytes",
		"infer-template " + zeros:                       "read the template: it is over the limit of 16777216 bytes",
	} {
		got := execute(t, strings.Fields(command), "")
		if got["exit"] == "" || !strings.Contains(got["stderr"], want) {
			t.Errorf("%s: %v", command, got)
		}
	}
}
