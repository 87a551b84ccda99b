package main

import (
	"bytes"
	"html/template"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/util"
)

// source is where the site links what it doesn't have.
const source = "https://github.com/toolparser/toolparser/"

// markdown reads as GitHub does. The pages are this project's own, so their HTML is trusted.
var markdown = goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithParserOptions(parser.WithAutoHeadingID()), goldmark.WithRendererOptions(html.WithUnsafe()))

// sections names headings as GitHub does.
type sections map[string]bool

func (s sections) Generate(value []byte, _ ast.NodeKind) []byte {
	name := strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case unicode.IsLetter(r) || unicode.IsNumber(r) || r == '_' || r == '-':
			return unicode.ToLower(r)
		}
		return -1
	}, string(util.TrimRightSpace(value)))
	for s[name] {
		name += "-1"
	}
	s[name] = true
	return []byte(name)
}

func (s sections) Put(value []byte) { s[string(value)] = true }

// documentation writes the pages in docs/, and those that are in the repository's own folder.
func documentation(to string) error {
	pages, err := pages()
	if err != nil {
		return err
	}
	layout, err := template.ParseFS(static, "static/docs.html")
	if err != nil {
		return err
	}
	s := &site{folder: to}
	list := &strings.Builder{}
	for i, page := range pages {
		if folder := path.Dir(page); i == 0 || folder != path.Dir(pages[i-1]) {
			if folder == "." {
				folder = "The project"
			}
			list.WriteString("\n## " + folder + "\n\n")
		}
		text := s.read(page)
		list.WriteString("- [" + title(text) + "](../" + page + ")\n")
		s.page(layout, page, target(page), text, pages)
	}
	s.page(layout, "docs/index.md", "docs/index.html", []byte("# Documentation\n"+list.String()), pages)
	s.write("docs/docs.css", s.own("docs.css"))
	return s.err
}

// pages are the paths of the pages in the repository, in the order of the list of all.
func pages() (pages []string, err error) {
	pages, err = filepath.Glob(filepath.Join(repository, "*.md"))
	for i, page := range pages {
		pages[i] = filepath.Base(page)
	}
	if err != nil {
		return nil, err
	}
	err = fs.WalkDir(os.DirFS(repository), "docs", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && path.Ext(name) == ".md" {
			pages = append(pages, name)
		}
		return err
	})
	slices.SortStableFunc(pages, func(a, b string) int { return strings.Compare(path.Dir(a), path.Dir(b)) })
	return pages, err
}

// target is where the site has a page.
func target(page string) string {
	page = strings.TrimSuffix(page, ".md") + ".html"
	if !strings.HasPrefix(page, "docs/") {
		return "docs/" + page
	}
	return page
}

// title is the first heading of a page.
func title(text []byte) string {
	first, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimPrefix(first, "# ")
}

// page writes a page.
func (s *site) page(layout *template.Template, from, to string, text []byte, pages []string) {
	if s.err != nil {
		return
	}
	var body, complete bytes.Buffer
	if s.err = markdown.Convert(text, &body, parser.WithContext(parser.NewContext(parser.WithIDs(sections{})))); s.err != nil {
		return
	}
	s.err = layout.Execute(&complete, struct {
		Title, Root string
		Body        template.HTML
	}{title(text), strings.Repeat("../", strings.Count(to, "/")), template.HTML(s.linked(body.String(), from, to, pages))}) //nolint:gosec // our own
	s.write(to, complete.Bytes())
}

var link = regexp.MustCompile(`\b(href|src|srcset)="([^"#:]+)(#[^"]*)?"`)

// linked is a page whose links lead to the pages of the site, and otherwise to the repository.
func (s *site) linked(body, from, to string, pages []string) string {
	return link.ReplaceAllStringFunc(body, func(found string) string {
		m := link.FindStringSubmatch(found)
		at := path.Join(path.Dir(from), m[2])
		switch {
		case slices.Contains(pages, at):
			return m[1] + `="` + relative(to, target(at)) + m[3] + `"`
		case m[1] != "href":
			return m[1] + `="` + relative(to, s.image(at)) + `"`
		}
		kind := "blob/main/"
		if info, err := os.Stat(filepath.Join(repository, filepath.FromSlash(at))); err == nil && info.IsDir() {
			kind = "tree/main/"
		}
		return m[1] + `="` + source + kind + at + m[3] + `"`
	})
}

// image writes a picture, and returns where.
func (s *site) image(name string) string {
	s.write(name, s.read(name))
	return name
}

// relative is the address of one file of the site from another.
func relative(from, to string) string {
	address, err := filepath.Rel(filepath.FromSlash(path.Dir(from)), filepath.FromSlash(to))
	if err != nil {
		panic(err) // both are relative
	}
	return filepath.ToSlash(address)
}
