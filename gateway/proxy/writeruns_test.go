package proxy_test

import (
	"encoding/json"
	"flag"
	"os"
	"testing"
)

var writeRuns = flag.String("write-runs", "", "write the runs of all scripts to this file, a line of JSON each, for test/sdks")

// A writtenRun is what test/sdks/scripts_test.py needs to know of a run.
type writtenRun struct {
	Name    string          `json:"name"`
	API     string          `json:"api"`
	Live    bool            `json:"live"`
	Request json.RawMessage `json:"request"`
	Header  string          `json:"header"`
	Body    string          `json:"body"`
	End     end             `json:"end"`
}

// The SDKs play the scripts, too, except for those whose client reads events in a way of its own. An SDK doesn't say what arrives, so
// the marks in a body are left out.
func TestWriteRuns(t *testing.T) {
	if *writeRuns == "" {
		t.Skip("no -write-runs")
	}
	file, err := os.Create(*writeRuns)
	if err != nil {
		t.Fatal(err)
	}
	lines := json.NewEncoder(file)
	for _, script := range scripts(t) {
		for _, r := range script.runs(t) {
			if r.lines {
				continue
			}
			if err := lines.Encode(writtenRun{r.name, r.api, r.live, json.RawMessage(r.ask), r.header, marks.ReplaceAllString(r.body, ""), r.end}); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
}
