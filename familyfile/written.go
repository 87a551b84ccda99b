package familyfile

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/toolparser/toolparser/internal/buildinfo"
)

// WrittenBy is a comment for the top of a file: which version of the program wrote it. An older
// program that doesn't know a name in the file says so, and names this version.
func WrittenBy() string { return writtenBy + buildinfo.Read().Version }

const writtenBy = "# Written by toolparser "

var writtenLine = regexp.MustCompile(`(?m)^` + writtenBy + `(\S+)$`)

// unknownName says that a program doesn't know a name of a file: why, or which newer version wrote the file. The
// file may then have names that this program can't know, and another name in their place would be wrong.
func (f *File) unknownName(name, why string) string {
	if own := buildinfo.Read().Version; newer(f.written, own) {
		return fmt.Sprintf("toolparser %s doesn't know %q; toolparser %s wrote the file, so read it with that version or a newer one", own, name, f.written)
	}
	return why
}

// writtenIn is the version that wrote the file; empty if the file doesn't say so.
func writtenIn(text []byte) string {
	if m := writtenLine.FindSubmatch(text); m != nil {
		return string(m[1])
	}
	return ""
}

// newer reports whether version a is newer than version b. The versions are semantic, so that those
// without a release are older than those with one.
func newer(a, b string) bool {
	if a == "" {
		return false
	}
	coreA, preA, _ := strings.Cut(strings.TrimPrefix(a, "v"), "-")
	coreB, preB, _ := strings.Cut(strings.TrimPrefix(b, "v"), "-")
	if c := slices.Compare(numbers(coreA), numbers(coreB)); c != 0 {
		return c > 0
	}
	if preA == "" || preB == "" {
		return preA == "" && preB != ""
	}
	return cmp.Compare(preA, preB) > 0
}

func numbers(version string) (list []int) {
	for part := range strings.SplitSeq(version, ".") {
		n, _ := strconv.Atoi(part) // what is no number counts as 0
		list = append(list, n)
	}
	return list
}
