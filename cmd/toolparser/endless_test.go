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
		"parse -f llama3 --tools " + zeros:              "read tools: read /dev/zero: it is a device; want a regular file",
		"batch -f llama3 " + zeros:                      "read line 1: it is over the limit of 67108864 bytes",
		"detect " + zeros:                               "read the output: it is over the limit of 16777216 bytes",
		"detect --jsonl " + zeros:                       "read line 1: it is over the limit of 67108864 bytes",
		"parse -f llama3 --family-file " + zeros + " -": "/dev/zero: it is a device; want a regular file",
		"check " + zeros:                                "/dev/zero: it is a device; want a regular file",
		"import-template " + zeros:                      "read the template: read /dev/zero: it is a device; want a regular file",
		"infer-template " + zeros:                       "read the template: read /dev/zero: it is a device; want a regular file",
	} {
		got := execute(t, strings.Fields(command), "")
		if got["exit"] == "" || !strings.Contains(got["stderr"], want) {
			t.Errorf("%s: %v", command, got)
		}
	}
}
