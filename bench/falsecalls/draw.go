package main

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// maxSize bounds a file: longer ones hold nothing that shorter ones don't.
const maxSize = 128 << 10

// kinds are the kinds of files, by the ends of their names.
var kinds = map[string][]string{
	"documentation": {".md", ".txt", ".html", ".rst", "LICENSE", "NOTICE", "README", "AUTHORS", "doc.go"},
	"code":          {".go", ".s", ".c", ".h", ".cc", ".cpp", ".m", ".py", ".js", ".ts", ".sh", ".bash", ".bat", ".pl", ".rc", ".proto", ".css", ".y", ".awk", ".tmpl", "Makefile", "Dockerfile"},
	"data":          {".json", ".yaml", ".yml", ".toml", ".xml", ".csv", ".golden", ".txtar", ".mod", ".sum", ".in", ".out", ".svg", ".textproto", ".lock", ".conf", ".cfg", ".prom", ".data", ".dat"},
}

// kind is the kind of a file; empty: none of them.
func kind(name string) string {
	base := path.Base(name)
	for _, end := range []string{"documentation", "data", "code"} {
		for _, suffix := range kinds[end] {
			if base == suffix || suffix[0] == '.' && strings.HasSuffix(base, suffix) {
				return end
			}
		}
	}
	return ""
}

// drawn draws n files, a third of each kind where there are so many, and writes the list.
func drawn(p *places, folder string, seed uint64, n int) error {
	names, err := candidates(p)
	if err != nil {
		return err
	}
	byKind := map[string][]string{}
	for _, name := range names {
		if k := kind(name); k != "" {
			byKind[k] = append(byKind[k], name)
		}
	}
	r := rand.New(rand.NewPCG(seed, 0xfa15e))
	var picked []entry
	order := slices.SortedFunc(maps.Keys(byKind), func(a, b string) int { return cmp.Compare(len(byKind[a]), len(byKind[b])) })
	for i, k := range order {
		list := byKind[k]
		r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		want := (n - len(picked)) / (len(order) - i)
		for _, name := range list {
			if want == 0 {
				break
			}
			content, err := os.ReadFile(p.path(name))
			if err != nil {
				return fmt.Errorf("read a file: %w", err)
			}
			if plain(content) {
				picked = append(picked, entry{k, sum(content), name})
				want--
			}
		}
	}
	slices.SortFunc(picked, func(a, b entry) int { return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.name, b.name)) })
	var b strings.Builder
	fmt.Fprintf(&b, "# Drawn by `go run . -draw -seed %d -n %d`: kind, sum (SHA-256, 8 bytes) and name.\n%s\n", seed, n, p.GOVERSION)
	for _, e := range picked {
		fmt.Fprintf(&b, "%s %s %s\n", e.kind, e.sum, e.name)
	}
	if err := os.WriteFile(filepath.Join(folder, listFile), []byte(b.String()), 0o644); err != nil {
		return fmt.Errorf("write the list: %w", err)
	}
	return nil
}

// candidates are the names of all files of the Go distribution, and of the modules of go.sum that are here.
func candidates(p *places) ([]string, error) {
	names, err := walk(p.GOROOT, distribution)
	if err != nil {
		return nil, err
	}
	sums, err := os.ReadFile("../../go.sum")
	if err != nil {
		return nil, fmt.Errorf("read the modules: %w", err)
	}
	for line := range strings.Lines(string(sums)) {
		fields := strings.Fields(line)
		if len(fields) < 3 || strings.HasSuffix(fields[1], "/go.mod") {
			continue
		}
		name := fields[0] + "@" + fields[1]
		folder := p.path(name)
		if _, err := os.Stat(folder); err != nil {
			continue
		}
		list, err := walk(folder, name+"/")
		if err != nil {
			return nil, err
		}
		names = append(names, list...)
	}
	return names, nil
}

func walk(folder, prefix string) (names []string, err error) {
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && prefix == distribution && path == filepath.Join(folder, "pkg") {
			return fs.SkipDir
		}
		if !d.Type().IsRegular() {
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(folder, path)
		if err == nil && info.Size() <= maxSize {
			names = append(names, prefix+filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list files: %w", err)
	}
	return names, nil
}
