package parsers

import "testing"

var strictly = Config{Options: Options{DisableRepair: true}}

func TestPendingCallWaits(t *testing.T) {
	checkDeltaLines(t, strictly, []deltaCase{
		{"for the end of the output", pieces("{f//p|1", "}", " a"), pieces("+0 f:0 f 1", "", "", `"a" | 0.`)},
		{"for the end of its group", pieces("[{f//p|1", "}", "[a]", "]"), pieces("+0 f:0 f 1", "", "", `"[a]" | 0.`)},
		{"for the end of the next call", pieces("{f//p|1}", " a ", "{g/x/|1", "}"), pieces("+0 f:0 f 1", "", "+1 x g 1", `"a" | 0. | 1.`)},
		{"in vain", pieces("a {f//p|1}", "b", "$"), pieces(`"a" | +0 f:0 f 1`, "", "", `" {f//p|1}b$" | -0`)},
		{"not after a repair", pieces("{f//pr|1", "}"), pieces("+0 f:0 f 1", `"{f//pr|1}" | -0`)},
		{"not if it isn't acceptable", pieces("{f//pa|1", "}"), pieces("", `"{f//pa|1}"`)},
		{"and an invalid call behind it", pieces("{f//p|1}", "{g/x/|1", "!2", "}", " b"), pieces("+0 f:0 f 1", "+1 x g 1", "", "", "", `"{g/x/|1!2} b" | 0. | -1`)},
	})
	checkDeltaLines(t, Config{Options: Options{MinConfidence: 0.9}}, []deltaCase{
		{"unsent", pieces("{f//p|1}", "a", "{g|1", "}", "b"), pieces("", "", "", `"a" | +0 f:0 f 1. | +1 g:1 g 1.`, `" b"`)},
		{"unsent and in vain", pieces("{f//p|1}", "a$"), pieces("", "", `"{f//p|1}a$"`)},
	})
	checkDeltaLines(t, Config{Options: Options{MinConfidence: 0.1}}, []deltaCase{
		{"though its confidence can't fall far enough", pieces("{f//p|1}", "a"), pieces("", "", `"a" | +0 f:0 f 1.`)},
		{"not if its confidence can't fall", pieces("{f//pr|1}", "a"), pieces("+0 f:0 f 1.", `"a"`)},
	})
}

// The parser may use the memory of what it reports again.
func TestInvalidCallBehindAPendingOneIsCopied(t *testing.T) {
	r := parseToy("{f//p|a long one, to make room}{g|abc!de}{h|fghijklm}", strictly)
	if got := r.InvalidToolCalls[0].Arguments; got != "abc!de}" {
		t.Errorf("the arguments are %q", got)
	}
}

// Behind a pending call the next one flows only if neither order nor id depend on it.
func TestCallBehindAPendingOne(t *testing.T) {
	checkDeltaLines(t, strictly, []deltaCase{
		{"whose id is to be made", pieces("{f//p|1}", "{g|1", "}"), pieces("+0 f:0 f 1", "", "0. | +1 g:1 g 1.")},
		{"whose id is the same", pieces("{f/x/p|1}", "{g/x/|1", "}"), pieces("+0 x f 1", "", "0. | +1 g:0 g 1.")},
		{"whose id is the same, and that one in vain", pieces("{f/x/p|1}", "$", "{g/x/|1", "}"), pieces("+0 x f 1", "", "", `"{f/x/p|1}$" | +1 x g 1. | -0`)},
		{"whose id was used before", pieces("{e/x/|1}{f//p|1}", "{g/x/|1", "}"), pieces("+0 x e 1. | +1 f:0 f 1", "", "1. | +2 g:1 g 1.")},
		{"that is an option", pieces("{f//op|1}", "{g/x/o|1", "}"), pieces("+0 f:0 f 1", "", `"{g/x/o|1}" | 0.`)},
		{"that was never sent", pieces("{f//mp|1}", "{g/x/|1", "}"), pieces("", "", "+0 f:0 f 1. | +1 x g 1.")},
		{"that is pending as well", pieces("{f//p|1}", "{g/x/p|1", "}", "a"), pieces("+0 f:0 f 1", "+1 x g 1", "0.", "", `"a" | 1.`)},
	})
	limited := strictly
	limited.Limits.ToolCalls = 1
	checkDeltaLines(t, limited, []deltaCase{
		{"that may be too many", pieces("{f//p|1}", "{g/x/|1", "}"), pieces("+0 f:0 f 1", "", `"{g/x/|1}" | 0.`)},
	})
}

func TestPendingAtEveryCut(t *testing.T) {
	for _, output := range []string{
		"a [{f//p|1} ^ {g|!}\u3000; {h/x/p|2}~ + % @ ] $ b",
		"a ({f//p|1} x (y) {h/f:0/|2}) {f//M|1}{f//mp|1}$ z",
		"[{f//p|1}[ ]{g|x!\u3000y}\u3000]$",
		"{f//p|1}{g|!x",
		"{f//p|1}{g|!x}$",
		"{f//p|1&2&1}\u3000{g|1&2&1}",
	} {
		for _, o := range []Options{{}, {DisableRepair: true}, {MinConfidence: 0.9}, {MinConfidence: 0.5, BufferToolCalls: true}} {
			checkEveryCut(t, output, Config{Options: o})
			o.ContentPolicy = ContentVerbatim
			checkEveryCut(t, output, Config{Options: o})
		}
	}
}
