package lint

import (
	"slices"
	"strings"
	"testing"
)

// order lists the folders of the module from the top down. A package imports only packages of its own folder and
// of folders below it.
var order = [][]string{
	{"cmd"}, {"gateway", "client"}, {"server"}, {"familyfile"}, {"internal"}, {"families"}, {"chatapi", "conformance"}, {"parsers"}, {"gen"},
}

// rooms lists the packages in parsers/internal from the top down. A room imports only rooms of lower rows,
// so two rooms of the same row don't know each other.
var rooms = [][]string{
	{"engine"},
	{"openings"},
	{"enclosing"},
	{"document", "quoting"},
	{"body/braces", "body/forms", "body/informal", "body/namelines", "body/object", "body/pythoncall", "body/tagged", "penalty"},
	{"failure", "look", "markers", "pythonargs"},
	{"body", "tags", "values"},
	{"cursor", "recovery"},
	{"names", "schema", "words"},
	{"jsonscan"},
	{"buffers", "leaks", "match", "repair"},
	{"bytetable", "enginetest", "fence", "randid", "work"},
}

// TestImportsRunOneWay checks the imports between folders, and between the rooms of the engine.
func TestImportsRunOneWay(t *testing.T) {
	folderRow, roomRow := rows(order), rows(rooms)
	for _, p := range allPacks(t) {
		from := top(p.folder)
		room, isRoom := strings.CutPrefix(p.folder, "parsers/internal/")
		if _, ok := roomRow[room]; isRoom && !ok {
			t.Errorf("%s isn't in the list of rooms: add it below the rooms that import it, and describe it in docs/develop/architecture.md", p.folder)
			continue
		}
		for _, imported := range p.own.Imports() {
			path, ours := strings.CutPrefix(imported.Path(), module)
			if !ours {
				continue
			}
			if to := top(path); to != from && folderRow[to] <= folderRow[from] {
				t.Errorf("%s imports %s, but %s isn't below %s: move what both need into a folder below both", p.folder, path, to, from)
			}
			if below, ok := strings.CutPrefix(path, "parsers/internal/"); ok && isRoom && roomRow[below] <= roomRow[room] {
				t.Errorf("%s imports %s, which isn't below it: pass what it needs as an argument or an interface, "+
					"or move it into a lower room", p.folder, path)
			}
		}
	}
	for room := range roomRow {
		if !slices.ContainsFunc(allPacks(t), func(p *pack) bool { return p.folder == "parsers/internal/"+room }) {
			t.Errorf("there is no room %s: delete it from the list", room)
		}
	}
}

// rows returns the row of each name.
func rows(lists [][]string) map[string]int {
	at := map[string]int{}
	for i, list := range lists {
		for _, name := range list {
			at[name] = i
		}
	}
	return at
}

func top(path string) string {
	name, _, _ := strings.Cut(path, "/")
	return name
}
