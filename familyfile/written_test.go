package familyfile_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/familyfile"
)

// TestNewerFile: a program that doesn't know a name in the file of a newer version says so, and doesn't guess what the
// name means. In a file of its own version, an older one, or a person, a wrong name is a mistake.
func TestNewerFile(t *testing.T) {
	own := strings.TrimPrefix(familyfile.WrittenBy(), "# Written by toolparser ")
	for written, want := range map[string]string{
		"v99.1.0":                             `toolparser ` + own + ` doesn't know "bloks"; toolparser v99.1.0 wrote the file, so read it with that version or a newer one`,
		"99.1.0-devel":                        `toolparser 99.1.0-devel wrote the file`,
		own:                                   `there is no field "bloks"; write blocks`,
		"v0.0.0-20200101000000-0123456789ab":  `there is no field "bloks"; write blocks`,
		"":                                    `there is no field "bloks"; write blocks`,
		"something that is no version at all": `there is no field "bloks"; write blocks`,
	} {
		text := strings.Replace(acme, "blocks {", "bloks {", 1)
		if written != "" {
			text = "# Read it first.\n# Written by toolparser " + written + "\n" + text
		}
		_, err := familyfile.Parse("acme.txtpb", []byte(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("written by %q: %v, want %s", written, err, want)
		}
		if err != nil && strings.Contains(want, "wrote") && strings.Contains(err.Error(), "there is no field") {
			t.Errorf("written by %q: it also says %v", written, err)
		}
	}
	text := "# Written by toolparser v99.1.0\n" + strings.Replace(acme, "BASE_BLOCK_CALLS", "BASE_SOME_CALLS", 1)
	if _, err := familyfile.Parse("acme.txtpb", []byte(text)); err == nil || !strings.Contains(err.Error(), `doesn't know "BASE_SOME_CALLS"; toolparser v99.1.0 wrote`) {
		t.Errorf("a value: %v", err)
	}
}
