package gen

import (
	"embed"
	"fmt"
	"path"
	"strings"

	"golang.org/x/tools/txtar"
)

//go:embed snippets/*.txt
var archives embed.FS

// A Snippet is a text that becomes the value of an argument.
type Snippet struct {
	// Name is unique, e.g. "go/handler".
	Name string
	Text string
}

// Snippets returns the embedded snippets, in a fixed order.
func Snippets() ([]Snippet, error) {
	entries, err := archives.ReadDir("snippets")
	if err != nil {
		return nil, fmt.Errorf("embedded snippets: %w", err)
	}
	var list []Snippet
	for _, entry := range entries {
		data, err := archives.ReadFile("snippets/" + entry.Name())
		if err != nil {
			return nil, fmt.Errorf("embedded snippets: %w", err)
		}
		topic := strings.TrimSuffix(path.Base(entry.Name()), ".txt")
		for _, file := range txtar.Parse(data).Files {
			// A txtar file always ends in a newline; texts of one line shouldn't.
			text := strings.TrimSuffix(string(file.Data), "\n")
			list = append(list, Snippet{topic + "/" + file.Name, text})
		}
	}
	return append(list, special(list)...), nil
}

// special are snippets that a text file can't hold reliably, or that are made of others.
func special(list []Snippet) []Snippet {
	var long strings.Builder
	for _, s := range list {
		switch s.Name {
		case "go/go_handler", "go/go_lexer", "python/py_class", "javascript/js_fetch", "html/html_page":
			long.WriteString(s.Text)
			long.WriteString("\n\n")
		}
	}
	return []Snippet{
		{"special/crlf", "@echo off\r\nset \"NAME=%1\"\r\necho \"%NAME%\"\r\n"},
		{"special/trailing_newline", "print(\"a\")\nprint('b')\n"},
		{"special/ansi", "\x1b[31m\"error\"\x1b[0m: can't open\tfile"},
		{"special/tabs", "name\tvalue\n\"a\"\t1\n"},
		{"special/control", "form\ffeed, back\bspace, bell\x07, \"nul\"\x00"},
		{"special/plain", "Just a sentence without anything in it."},
		{"special/line_separator", "one\u2028two\u00a0\"three\""},
		{"special/long_mix", long.String()},
	}
}
