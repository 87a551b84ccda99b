package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// listFile has the version of Go in its first line, then a line for each file: its kind, sum and name.
	listFile = "files.txt"
	// knownFile has a line for each text with a call: the name, the families, and the reason, with tabs in between.
	knownFile = "calls.txt"
	// distribution begins the names of files of the Go distribution; those of modules begin with path@version.
	distribution = "go/"
)

// places are the folders with the texts.
type places struct{ GOROOT, GOMODCACHE, GOVERSION string }

func findPlaces() (*places, error) {
	out, err := exec.Command("go", "env", "-json", "GOROOT", "GOMODCACHE", "GOVERSION").Output()
	if err != nil {
		return nil, fmt.Errorf("find the Go distribution: %w", err)
	}
	var p places
	if err := json.Unmarshal(out, &p); err != nil {
		return nil, fmt.Errorf("read the output of go env: %w", err)
	}
	return &p, nil
}

// path is where the file of this name is.
func (p *places) path(name string) string {
	if rest, ok := strings.CutPrefix(name, distribution); ok {
		return filepath.Join(p.GOROOT, filepath.FromSlash(rest))
	}
	return filepath.Join(p.GOMODCACHE, filepath.FromSlash(escaped(name)))
}

// module is the path and version that a name begins with.
func module(name string) string {
	at := strings.IndexByte(name, '@')
	if at < 0 {
		return name
	}
	if n := strings.IndexByte(name[at:], '/'); n >= 0 {
		return name[:at+n]
	}
	return name
}

// escaped writes upper case in the module's path as the module cache does.
func escaped(name string) string {
	n := len(module(name))
	var b strings.Builder
	for _, r := range name[:n] {
		if unicode.IsUpper(r) {
			b.WriteByte('!')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String() + name[n:]
}

// An entry is a line of the list.
type entry struct{ kind, sum, name string }

// A list is what is read.
type list struct {
	version string
	files   []entry
	known   []known
}

// known: a family reads a call in the text, for a reason.
type known struct{ name, family, reason string }

func readList(folder string) (*list, error) {
	text, err := os.ReadFile(filepath.Join(folder, listFile))
	if err != nil {
		return nil, fmt.Errorf("read the list of files: %w", err)
	}
	l := &list{}
	for n, line := range lines(string(text)) {
		if n == 0 {
			l.version = line
			continue
		}
		fields := strings.SplitN(line, " ", 3)
		if len(fields) < 3 {
			return nil, fmt.Errorf("%s: %q: want kind, sum and name", listFile, line)
		}
		l.files = append(l.files, entry{fields[0], fields[1], fields[2]})
	}
	text, err = os.ReadFile(filepath.Join(folder, knownFile))
	if err != nil {
		return nil, fmt.Errorf("read the list of calls: %w", err)
	}
	for _, line := range lines(string(text)) {
		fields := strings.Split(line, "\t")
		if len(fields) != 3 || fields[2] == "" {
			return nil, fmt.Errorf("%s: %q: want name, families and reason, with tabs in between", knownFile, line)
		}
		for family := range strings.SplitSeq(fields[1], ",") {
			l.known = append(l.known, known{fields[0], family, fields[2]})
		}
	}
	return l, nil
}

// lines are those with text. A '#' begins a comment.
func lines(text string) (list []string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			list = append(list, line)
		}
	}
	return list
}

// A text is a file of the list.
type text struct{ name, text string }

// texts reads the files of the list, and says what is left out.
func (l *list) texts(p *places) (texts []text, left []string, err error) {
	absent := map[string]int{}
	for _, e := range l.files {
		if strings.HasPrefix(e.name, distribution) && p.GOVERSION != l.version {
			absent[fmt.Sprintf("the Go distribution, which is %s here: GOTOOLCHAIN=%s reads them", p.GOVERSION, l.version)]++
			continue
		}
		content, err := os.ReadFile(p.path(e.name))
		switch {
		case errors.Is(err, fs.ErrNotExist) && !strings.HasPrefix(e.name, distribution):
			absent[module(e.name)+", which isn't in the module cache"]++
			continue
		case errors.Is(err, fs.ErrNotExist):
			absent["the Go distribution, which is installed without them"]++
			continue
		case err != nil:
			return nil, nil, fmt.Errorf("read a file of %s: %w", listFile, err)
		case sum(content) != e.sum:
			return nil, nil, fmt.Errorf("%s isn't the file of %s: its sum is %s, want %s", e.name, listFile, sum(content), e.sum)
		}
		texts = append(texts, text{e.name, string(content)})
	}
	for what, n := range absent {
		left = append(left, fmt.Sprintf("%d files of %s", n, what))
	}
	return texts, left, nil
}

// sum is the start of a file's SHA-256: enough to see that it is another file.
func sum(content []byte) string {
	h := sha256.Sum256(content)
	return hex.EncodeToString(h[:8])
}

// plain reports whether the bytes are a text.
func plain(content []byte) bool {
	return len(content) > 0 && utf8.Valid(content) && !strings.ContainsRune(string(content), 0)
}
