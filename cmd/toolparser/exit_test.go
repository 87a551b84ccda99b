package main

import (
	"strings"
	"testing"
)

// TestExitCodes has what docs/use/command-line.md says of the exit codes.
func TestExitCodes(t *testing.T) {
	t.Chdir(t.TempDir())
	writeFiles(t, map[string]string{"broken": "{", "broken.txtpb": "x: 1\n", "broken.yaml": "max-calls: -1\n", "text": "Hi."})
	for command, want := range map[string]string{
		"parse -f hermes text": "", "parse text": "", "batch -f hermes --output-field text": "",

		"parse -f hermes none": "1", "parse -f hermes --tools none": "1", "batch none": "1", "serve --config none": "1", "check none": "1",
		"parse --family-file none -f hermes": "1", "serve --tls-cert none --tls-key none": "1",
		"check broken.txtpb": "1", "import-template broken": "1", "infer-template broken": "1",
		"batch broken": "1", "batch --strict broken": "1", "detect text": "1", "healthcheck unix:none": "1",

		"nope": "2", "parse --nope": "2", "parse -f nope": "2", "families nope": "2", "serve --max-calls -1": "2", "serve --config broken.yaml": "2",
		"serve --tls-cert broken --tls-key broken": "2", "serve --tokens broken --listen unix:socket": "2",
		"serve --family-file broken.txtpb": "2", "serve --check-config --family-file broken.txtpb": "2",
		"parse -f hermes --tools broken": "2", "parse --family-file broken.txtpb -f hermes": "2",
		"batch --family-file broken.txtpb": "2", "detect --family-file broken.txtpb": "2", "families --family-file broken.txtpb": "2",

		"parse --exit-status text": "3",
	} {
		if got := execute(t, strings.Fields(command), ""); strings.TrimSpace(got["exit"]) != want {
			t.Errorf("toolparser %s: exit %q, want %q: %s", command, got["exit"], want, got["stderr"])
		}
	}
}
