package quoting

import "testing"

func TestMatchOption(t *testing.T) {
	for text, want := range map[string]bool{
		"option 1:":        true,
		"Option 1)":        true,
		"OPTION 12.":       true,
		"option B\n":       true,
		"option B \t\r\n":  true,
		"option B":         true, // at the end of the output
		"option1:":         true,
		"Option 3** is it": true,
		"options:":         false,
		"option:":          false,
		"option s :":       false,
		"optionB:":         false,
		"option AB:":       false,
		"option 1 or so\n": false,
		"option 1, then":   false,
		"opinion 1:":       false,
		"option":           false,
		"option\n":         false,
		"option  \n1:":     false,
		"option é:":        false,
		"option 1a:":       false,
		"option 0123456789012345678901234567890:": false,
	} {
		if got := matchOption(nil, []byte(text)[1:], true) > 0; got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
		for cut := 1; cut < len(text); cut++ {
			early := matchOption(nil, []byte(text)[1:cut], false)
			if late := matchOption(nil, []byte(text)[1:], true); early >= 0 && early != late {
				t.Errorf("%q, cut at %d: %d, then %d", text, cut, early, late)
			}
		}
	}
}
