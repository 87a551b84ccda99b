package server

import (
	"github.com/toolparser/toolparser/familyfile"
	"github.com/toolparser/toolparser/internal/reload"
	"github.com/toolparser/toolparser/parsers"
)

// A families is where a service finds its families, each time anew: those of files
// change.
type families func() *parsers.Registry

// fixed are families that don't change.
func fixed(registry *parsers.Registry) families { return func() *parsers.Registry { return registry } }

// newFamilies watches the files that declare families next to those of the registry;
// without files there is nothing to watch.
func newFamilies(registry *parsers.Registry, c Config) (families, *reload.Files[*parsers.Registry], error) {
	if len(c.FamilyFiles) == 0 {
		return fixed(registry), nil, nil
	}
	w, err := reload.NewFunc("families", func() (*parsers.Registry, error) {
		return familyfile.Load(registry, c.FamilyFiles, c.AllowOverride)
	}, func() []string { return declarationFiles(c.FamilyFiles) })
	if err != nil {
		return nil, nil, err
	}
	return func() *parsers.Registry { return *w.Get() }, w, nil
}

// declarationFiles are the files at the paths, and the folders, in which files come and go.
func declarationFiles(paths []string) []string {
	files := paths
	for _, path := range paths {
		all, _ := familyfile.Paths(path) // what can't be read is reported where it is read
		files = append(files[:len(files):len(files)], all...)
	}
	return files
}

// Families are those that are served at the moment.
func (s *Server) Families() *parsers.Registry { return s.families() }
