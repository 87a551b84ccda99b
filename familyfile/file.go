package familyfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/proto"

	familyv1 "github.com/toolparser/toolparser/gen/go/toolparser/family/v1"
	"github.com/toolparser/toolparser/internal/protoerror"
	"github.com/toolparser/toolparser/internal/regularfile"
	"github.com/toolparser/toolparser/parsers"
)

// A File is a declaration as it was read, and the family that it declares.
type File struct {
	Path        string
	Declaration *familyv1.FamilyDeclaration
	Family      *parsers.Family

	root     *node
	written  string // the version that wrote it; empty: it doesn't say so
	end      position
	inString bool // it ends in one
}

// MaxFileBytes bounds a file.
const MaxFileBytes = 1 << 20

// Endings are those of the files that are read of a folder.
var Endings = []string{".txtpb", ".textproto", ".json"}

// Paths are the files at a path: the file itself, or those of the folder that it is.
func Paths(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, e := range entries {
		if !e.IsDir() && !strings.HasPrefix(e.Name(), ".") && slices.Contains(Endings, filepath.Ext(e.Name())) {
			paths = append(paths, filepath.Join(path, e.Name()))
		}
	}
	return paths, nil
}

// ReadAll reads the files at all paths. The error joins what is wrong with each.
func ReadAll(paths []string) (files []*File, err error) {
	var problems []error
	for _, path := range paths {
		all, err := Paths(path)
		problems = append(problems, err)
		for _, path := range all {
			file, err := Read(path)
			files, problems = append(files, file), append(problems, err)
		}
	}
	return files, errors.Join(problems...)
}

// Read reads a file, which must be a regular one: a pipe in a folder would block, and a
// device has no end.
func Read(path string) (*File, error) {
	file, err := regularfile.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close() //nolint:errcheck // it was only read

	// It may grow while it is read.
	text, err := io.ReadAll(io.LimitReader(file, MaxFileBytes+1))
	switch {
	case err != nil:
		return nil, err
	case len(text) > MaxFileBytes:
		return nil, &Problem{File: path, Message: fmt.Sprintf("it has more bytes; a declaration has %d at most", MaxFileBytes)}
	}
	return Parse(path, text)
}

// Parse reads what a file holds: JSON if it begins with a brace, else the text format
// of protobuf. A byte order mark before it is left out. The error joins a [Problem] for
// each mistake.
func Parse(path string, text []byte) (*File, error) {
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	f := &File{Path: path, Declaration: new(familyv1.FamilyDeclaration), written: writtenIn(text)}
	var tooDeep position
	f.root, f.end, tooDeep, f.inString = scan(string(text))
	if tooDeep != (position{}) {
		return nil, &Problem{
			File: f.Path, Line: tooDeep.line, Column: tooDeep.column,
			Message: fmt.Sprintf("braces are more than %d deep; a declaration has a few levels", maxNesting),
		}
	}
	if err := f.decode(text); err != nil {
		return nil, err
	}
	if proto.Size(f.Declaration) == 0 {
		return nil, &Problem{File: f.Path, Message: "it declares nothing; write name and grammar, or begin with what \"toolparser families --declaration NAME\" prints of a built-in family"}
	}
	f.Family = Family(f.Declaration)
	if _, err := parsers.NewRegistry(f.Family); err != nil {
		return nil, f.problems(err)
	}
	return f, nil
}

// decode reads the declaration. A mistake in the syntax is reported before names that aren't
// there: what follows it may be read wrongly.
func (f *File) decode(text []byte) error {
	if strings.HasPrefix(strings.TrimSpace(string(text)), "[") {
		return f.at(f.start(), "it is a list; a file holds one object, so write { … }")
	}
	err := unmarshal(text, f.Declaration, false)
	if err != nil && !isSyntax(err) {
		if other := unmarshal(text, new(familyv1.FamilyDeclaration), true); isSyntax(other) {
			err = other
		}
	}
	if !isSyntax(err) || json.Valid(text) { // of a value of another kind the library says that, too
		if unknown := f.checkNames(isJSON(string(text))); unknown != nil {
			return unknown
		}
	}
	if err != nil {
		return f.undecoded(err, isJSON(string(text)))
	}
	return nil
}

func unmarshal(text []byte, d *familyv1.FamilyDeclaration, discard bool) error {
	if isJSON(string(text)) {
		return protojson.UnmarshalOptions{DiscardUnknown: discard}.Unmarshal(text, d)
	}
	return prototext.UnmarshalOptions{DiscardUnknown: discard}.Unmarshal(text, d)
}

func isSyntax(err error) bool {
	return err != nil && (strings.Contains(err.Error(), "syntax error") || strings.Contains(err.Error(), "unexpected EOF"))
}

// undecoded tells an error of the library, whose message begins with the place: "(line 1:2): ".
func (f *File) undecoded(err error, inJSON bool) error {
	message := protoerror.Plain(err)
	p := &Problem{File: f.Path, Message: message}
	before, place, found := strings.Cut(message, "(line ")
	place, after, ended := strings.Cut(place, "): ")
	line, column, both := strings.Cut(place, ":")
	switch {
	case found && ended && both:
		p.Message = after
		if strings.TrimSpace(before) == "syntax error" {
			p.Message = unread(strings.TrimSpace(after), inJSON)
		}
		p.Line, _ = strconv.Atoi(line)
		p.Column, _ = strconv.Atoi(column)
	case strings.Contains(message, "unexpected EOF"):
		p.Line, p.Column = f.end.line, f.end.column
		p.Message = "it ends here, and a brace or a bracket isn't closed; close it"
		if f.inString {
			p.Message = "it ends here, and a quote isn't closed; close it"
		}
	}
	return p
}

// unread says what to write where the syntax is wrong.
func unread(why string, inJSON bool) string {
	switch {
	case strings.Contains(why, `'\n' in string`):
		return "a quote isn't closed where its line ends; close it"
	case inJSON && (why == "unexpected token }" || why == "unexpected token ]"):
		return "no JSON goes on so (" + why + "); drop the comma before it, or write the value that is missing"
	case inJSON:
		return "no JSON goes on so (" + why + `); write {"name": value, "name": value}`
	}
	return "no declaration goes on so (" + why + "); write name: value, or name { … }"
}
