package heads

import (
	"slices"

	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
	"github.com/toolparser/toolparser/parsers/internal/document"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// startDocument makes the candidate for a document that begins with c, of a
// grammar with documents; nil if none does.
func (hd *Heads) startDocument(c byte) Candidate {
	d := Own[documentChoice](hd)
	if d.reader == nil {
		d.reader = document.New(func(start, end int) { // calls that the vendor couldn't read
			if g := hd.Rules.Grammar.Python; g != nil {
				Own[pythoncall.Calls](hd).Deliver(&hd.Place, g, start, end)
			}
		})
	}
	d.first, d.start, d.next = c, hd.Cur.Pos, 0
	if len(hd.Rules.Grammar.Documents) == 1 {
		d.next = int(document.Nothing)
	}
	if !d.open(&hd.Rules) {
		return nil
	}
	return d
}

// documentChoice is the candidate for a document. If documents of several vendors may begin
// alike, each vendor's is tried: first for a document with a call, then for one whose keys
// all mean something, and then for any.
type documentChoice struct {
	reader *document.Reader
	first  byte
	start  int
	next   int // the next one to be tried: the vendors in a row, once for each demand
}

// open begins to read the next document that counts and may begin so; false if
// there is none.
func (d *documentChoice) open(ru *place.Rules) bool {
	for all := ru.Grammar.Documents; ; {
		demand, doc := document.Demand(d.next/len(all)), &all[d.next%len(all)]
		if demand > document.Nothing {
			return false
		}
		d.next++
		if slices.ContainsFunc(doc.Formats, ru.Cur.Config.Counts) && d.reader.Open(d.first, doc, demand) {
			return true
		}
	}
}

// Held is how many bytes the document takes, next to its text.
func (d *documentChoice) Held() int {
	if d.reader == nil {
		return 0
	}
	return d.reader.Held()
}

// Step implements [Candidate]. Once text was reported, no other document can begin there.
func (d *documentChoice) Step(hd *Heads) bool {
	for {
		switch {
		case !d.reader.Step(&hd.Place):
			return false
		case !d.reader.Not || hd.Cur.Pos != d.start || !d.open(&hd.Rules):
			return true
		}
	}
}
