package gen

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"unicode/utf8"
)

// maxGoroot bounds a snippet from the Go distribution.
const maxGoroot = 4096

var gorootExtensions = []string{".go", ".md", ".html", ".js", ".json", ".bash", ".css", ".txt", ".s", ".mod", ".py", ".bat"}

// Goroot picks n texts from the Go distribution that runs the program, cut at
// a line's end after at most 4 KiB. No one tuned a repair on them: they are
// the held-out set. They differ from one Go version to the next.
func Goroot(n int, seed uint64) ([]Snippet, error) {
	root := goroot()
	if root == "" {
		return nil, fmt.Errorf("no Go distribution found: set GOROOT")
	}
	byExt, err := gorootFiles(root)
	if err != nil {
		return nil, err
	}
	r := rand.New(rand.NewPCG(seed, 0x60600))
	var list []Snippet
	for len(list) < n {
		before := len(list)
		for _, ext := range gorootExtensions {
			files := byExt[ext]
			if len(files) == 0 || len(list) == n {
				continue
			}
			i := r.IntN(len(files))
			file := files[i]
			byExt[ext] = append(files[:i:i], files[i+1:]...)
			text, err := os.ReadFile(filepath.Join(root, file))
			if err != nil {
				return nil, fmt.Errorf("snippet from the Go distribution: %w", err)
			}
			if !utf8.Valid(text) || len(text) == 0 {
				continue
			}
			list = append(list, Snippet{"goroot/" + filepath.ToSlash(file), piece(string(text), r)})
		}
		if len(list) == before {
			break
		}
	}
	return list, nil
}

// goroot is the distribution's folder; runtime.GOROOT is empty in a binary
// built with -trimpath.
func goroot() string {
	if dir := os.Getenv("GOROOT"); dir != "" {
		return dir
	}
	return runtime.GOROOT() //nolint:staticcheck // the benchmark runs by `go run`, on the machine that built it
}

func gorootFiles(root string) (map[string][]string, error) {
	byExt := map[string][]string{}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "testdata" && strings.Contains(name, "fuzz") || d.Name() == "pkg") {
			return fs.SkipDir
		}
		rel, err := filepath.Rel(root, name)
		if err == nil && d.Type().IsRegular() {
			ext := filepath.Ext(name)
			byExt[ext] = append(byExt[ext], rel)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("walk the Go distribution: %w", err)
	}
	return byExt, nil
}

// piece cuts a random run of complete lines of 64 bytes to maxGoroot out of text.
func piece(text string, r *rand.Rand) string {
	size := 64 << r.IntN(7)
	if len(text) <= size {
		return text
	}
	start := r.IntN(len(text) - size)
	if i := strings.IndexByte(text[start:], '\n'); i >= 0 && start > 0 {
		start += i + 1
	}
	end := min(start+size, len(text))
	if i := strings.LastIndexByte(text[start:end], '\n'); i > 0 {
		end = start + i
	}
	out := strings.ToValidUTF8(text[start:end], "")
	if strings.TrimSpace(out) == "" {
		return strings.ToValidUTF8(text[:size], "")
	}
	return out
}
