package openings

import (
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/body/object"
	"github.com/toolparser/toolparser/parsers/internal/body/pythoncall"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/document"
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// startDocument makes the candidate for a document that begins with c, of a
// grammar with documents; nil if none does.
func (op *Openings) startDocument(c byte) Candidate {
	d := Own[documentChoice](op)
	if d.reader == nil {
		d.reader = document.New(func(start, end int) { // calls that the vendor couldn't read
			if g := op.Rules.Grammar.Python; g != nil {
				op.Cur.Called = max(op.Cur.Called, start) // the document doesn't quote them
				Own[pythoncall.Calls](op).Deliver(&op.Place, g, start, end)
			}
		})
	}
	d.first, d.start, d.next = c, op.Cur.Pos, 0
	if len(op.Rules.Grammar.Documents) == 1 {
		d.next = int(document.Nothing)
	}
	if !d.open(&op.Rules) {
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
func (d *documentChoice) open(ru *body.Rules) bool {
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
func (d *documentChoice) Step(hd *Openings) bool {
	for {
		switch {
		case !d.reader.Step(&hd.Place):
			return false
		case !d.reader.Not || hd.Cur.Pos != d.start || !d.open(&hd.Rules):
			return true
		}
	}
}

// OpenPython begins the candidate at the position, if the answer is that calls begin there, and returns the
// answer.
func (op *Openings) OpenPython(where pythoncall.Where, a match.Answer) match.Answer {
	if !a.Yes() {
		return a
	}
	if where != pythoncall.InFence {
		op.Cur.Text(op.Cur.Pos)
		op.Penalties.OpensAt(op.Cur.Pos)
	}
	c := buffers.Made(&op.calls)
	c.Open(op.Prose.PythonOf(where), where, op.Cur.Pos)
	if text, ok := op.Prose.Echo(); ok {
		c.Echoes(text)
	}
	op.Begin(c)
	return a
}

// OpenPythonBlock begins the candidate behind the opener of a block at the position, all bytes long. The opener
// is repeated at offset extra, unless that is 0.
func (op *Openings) OpenPythonBlock(m *markers.Marker, all, extra int, free bool) {
	op.Cur.Text(op.Cur.Pos)
	op.Penalties.OpensAt(op.Cur.Pos)
	op.Enclosing.PassAdjacent(m, all)
	c := buffers.Made(&op.calls)
	c.OpenBlock(op.Rules.Grammar.Python, m.Python, op.Cur.Pos, extra, free)
	op.Begin(c)
}

// pythonCalls is the candidate for calls of one place.
type pythonCalls struct{ pythoncall.Calls }

// Step implements [Candidate].
func (py *pythonCalls) Step(hd *Openings) bool {
	if !py.Calls.Step(&hd.Place) {
		return false
	}
	if b := py.Block(); b != nil && b.Echoed {
		at, _ := hd.Cur.Space(hd.Cur.Pos)
		hd.Prose.Places.Echoes(py.Text(&hd.Place), at+len(b.Markers.Closer()))
	}
	switch {
	case py.Where() == pythoncall.InFence:
		hd.Quoting.FenceRead(py.Found())
	case py.Found():
		hd.Enclosing.ListCalled(py.Where() != pythoncall.OnLine)
		hd.Prose.Places.Called(py.Where())
	}
	return true
}

// pythonMarkers are the markers of calls that are written as code.
func pythonMarkers(t *grammar.Grammar) []Opening {
	g := t.Python
	if g == nil {
		return nil
	}
	var openings []Opening
	for i := range g.Blocks {
		open, closed := pythonBlockMarkers(&g.Blocks[i], t.Blocks)
		open.Python = &g.Blocks[i]
		if len(open.Formats) > 0 {
			open.Formats = append(open.Formats, g.BlockFormat(open.Python))
		}
		if len(closed.Formats) > 0 {
			closed.Formats = append(closed.Formats, g.BlockFormat(open.Python))
		}
		openings = append(openings, open, closed)
	}
	if g.Calls == grammar.PythonPrinted {
		openings = append(openings, Opening{markers.Marker{
			Match:  func(v *work.Counter, b []byte, final bool) match.Answer { return pythoncall.Prints(g, b, final) },
			First:  grammar.PrintOpens[0],
			Begins: true, Word: markers.InText, Formats: []string{g.Format},
		}, func(hd *Openings, at int) Candidate {
			c := Own[pythoncall.Call](hd)
			c.OpenPrinted(g, hd.MarkerEnd(at))
			return hd.Read(c)
		}})
	}
	if t := g.Token; t != nil {
		openings = append(openings, Opening{markers.Marker{
			Text: t.Token, Begins: true, Think: true, Ends: body.EndsBlock,
		}, func(hd *Openings, at int) Candidate { return hd.openToken(g, at) }})
	}
	return openings
}

// pythonBlockMarkers are the markers of the block: those of the JSON that may be in it, or
// else tokens next to calls.
func pythonBlockMarkers(b *grammar.PythonBlock, blocks []grammar.Block) (open, closed Opening) {
	open, closed = Opening{Marker: markers.Marker{Text: b.Markers.Opener(), Think: true}}, Opening{Marker: markers.Marker{Text: b.Markers.Closer(), Think: true}}
	for i := range blocks {
		if slices.Contains(blocks[i].Markers.Open, open.Text) {
			json, behind := opener(&blocks[i]), closer(blocks, &blocks[i])
			json.First, behind.First = open.Text[0], closed.Text[0]
			return json, behind
		}
	}
	return open, closed
}

// tokenCall is the candidate for what follows the token that announces code.
type tokenCall struct {
	pythoncall.Call
	start bool // of the output
}

func (op *Openings) openToken(g *grammar.Python, at int) Candidate {
	c := Own[tokenCall](op)
	c.start = op.Prose.AtStart(at)
	op.Penalties.PassPenalty(at, at+len(g.Token.Token))
	op.Cur.MarkupTo(at+len(g.Token.Token), parsers.RoleAdjacent)
	c.OpenBehind(g, op.Cur.Pos)
	return c
}

// Step implements [Candidate]. What is no call is JSON or a tag, which running
// text finds by itself, or code up to the end of the block.
func (tk *tokenCall) Step(hd *Openings) bool {
	switch {
	case !tk.Call.Step(&hd.Place):
		return false
	case tk.Found():
		return true
	}
	if rest := hd.Cur.Rest(hd.Cur.Pos); len(rest) > 0 && strings.IndexByte("[{<", rest[0]) < 0 {
		hd.Prose.Places.CodeFollows()
	} else {
		hd.Prose.TokenPassed()
	}
	if tk.start {
		hd.Prose.StartsAnew()
	}
	return true
}

// blockMarkers are the markers of a grammar's blocks. starts are those that open a block at the
// start of the output only.
func blockMarkers(blocks []grammar.Block) (openings, starts []Opening) {
	for i := range blocks {
		b := &blocks[i]
		list := &openings
		if b.Kind == grammar.StartTokens {
			list = &starts
		}
		*list = append(*list, byFirst(opener(b), b.Markers.Open)...)
		if !b.Stray() && len(b.Markers.Close) > 0 {
			openings = append(openings, byFirst(closer(blocks, b), b.Markers.Close)...)
		}
	}
	return openings, starts
}

// opener is the marker that opens the block.
func opener(b *grammar.Block) Opening {
	return Opening{markers.Spelled(b.Markers.Open, b.Plain(), markers.Marker{
		Begins: b.Announces(), Word: wording(b), Think: b.Kind < grammar.PlainTags,
		Fenced: b.Kind == grammar.PlainTags, Drafts: b.Kind == grammar.PlainTags || b.Kind == grammar.UnfencedTags,
		Formats: blockFormats(b), MayBeText: true, Plain: b.Plain(),
	}), func(hd *Openings, at int) Candidate {
		buffers.Made(&hd.between).Open(&hd.Place, hd.object(), b, at, at+opensBlock(hd, b, at).Len())
		return hd.inWrapper()
	}}
}

// wording says where the block's opener counts, if it is a word.
func wording(b *grammar.Block) markers.Wording {
	switch {
	case b.Kind == grammar.StrayWord:
		return markers.StartsLine
	case b.Word():
		return markers.InText
	}
	return markers.NoWord
}

// blockFormats are the formats of the calls that the block's opener begins.
func blockFormats(b *grammar.Block) []string {
	if b.Header == nil {
		return []string{b.Format}
	}
	return []string{b.Format, b.Header.Format}
}

// closerFormats are the formats of the calls that the block's closer may be behind: other blocks may have the
// same closer.
func closerFormats(blocks []grammar.Block, b *grammar.Block) []string {
	var formats []string
	for i := range blocks {
		if slices.ContainsFunc(blocks[i].Markers.Close, func(text string) bool { return slices.Contains(b.Markers.Close, text) }) {
			formats = append(formats, blockFormats(&blocks[i])...)
		}
	}
	return formats
}

// closer is the marker that closes the block, one of the blocks. Without an open block, it is markup behind a
// call, unless no call of its formats counts.
func closer(blocks []grammar.Block, b *grammar.Block) Opening {
	return Opening{markers.Spelled(b.Markers.Close, b.Plain(), markers.Marker{
		Think: !b.Plain(), Fenced: b.Kind == grammar.PlainTags, Ends: body.EndsArguments, Plain: b.Plain(),
		Formats: closerFormats(blocks, b),
	}), func(hd *Openings, at int) Candidate {
		if c := closesOpenWrapper(hd, at); c != nil {
			return c
		}
		n := match.AnySpelling(hd.Cur.Visits, b.Markers.Close, hd.Cur.Rest(at), true, b.Plain()).Len()
		if hd.Enclosing.Wrappers != nil && hd.Enclosing.Wrappers.Suffix != suffixOf(b, hd.Cur.Rest(at)[:n]) {
			return nil
		}
		hd.Cur.MarkupTo(at+n, parsers.RoleTrail)
		return nothing{}
	}}
}

// suffixOf is the word that the block's closer bears; "" if it bears none.
func suffixOf(b *grammar.Block, text []byte) string {
	if !strings.Contains(b.Markers.Close[0], grammar.Word) {
		return ""
	}
	word := text[slices.Index(text, ':')+1:]
	return string(word[:match.WordLen(word)])
}

// treeMarkers are the markers of calls that are trees of keys and values.
func treeMarkers(trees []grammar.Tree) []Opening {
	var openings []Opening
	for i := range trees {
		g := &trees[i]
		for k, text := range g.Markers.Open {
			openings = append(openings, Opening{markers.Marker{
				Text: text, Begins: true, Think: true, Formats: []string{g.Format}, Wrong: k > 0,
			}, openMarkedTree(g)})
		}
		for k, text := range g.Markers.Close {
			openings = append(openings, Opening{markers.Marker{
				Text: text, Think: k == 0, Ends: body.EndsArguments, Formats: []string{g.Format}, Plain: k > 0,
			}, PassCloser})
		}
		if g.Bare != "" {
			openings = append(openings, Opening{markers.Marker{
				Text: g.Word, Line: true, Formats: []string{g.Bare},
			}, openBareTree(g)})
		}
	}
	return openings
}

// openBareTree opens a call without its tokens.
func openBareTree(g *grammar.Tree) Opener {
	return func(hd *Openings, at int) Candidate {
		if !hd.Cur.Config.Tools.Given() {
			return nil
		}
		buffers.Made(&hd.tree).Open(g, at, at+len(g.Word), true)
		return hd.Read(hd.tree)
	}
}

// openMarkedTree opens a call behind its token. A call that is an object may be there, too.
func openMarkedTree(g *grammar.Tree) Opener {
	block := &grammar.Block{Format: g.Format, Shape: grammar.MarkedCalls(), Markers: g.Markers}
	return func(hd *Openings, at int) Candidate {
		c := Own[treeOpening](hd)
		*c = treeOpening{g: g, block: block, start: at, end: hd.MarkerEnd(at), wrong: hd.Markers.Taken.Wrong}
		return c
	}
}

// treeOpening is the candidate for the token of a call: what follows decides whether that is a tree or an object.
type treeOpening struct {
	g          *grammar.Tree
	block      *grammar.Block
	start, end int
	wrong      bool // another token should be there
}

// Step implements [Candidate].
func (to *treeOpening) Step(hd *Openings) bool {
	at, more := hd.Cur.Space(to.end)
	if more {
		return false
	}
	rest := hd.Cur.Rest(at)
	if to.wrong {
		switch a := match.Text(to.g.Word, rest, hd.Cur.Final); {
		case a == match.More:
			return false
		case a == match.No:
			return hd.goOn(declining{})
		}
	}
	if len(rest) > 0 && (rest[0] == '{' || rest[0] == '[') {
		buffers.Made(&hd.between).Open(&hd.Place, hd.object(), to.block, to.start, to.end)
		return hd.goOn(hd.Read(hd.between))
	}
	tree := buffers.Made(&hd.tree)
	tree.Open(to.g, to.start, to.end, false)
	if to.wrong {
		tree.Wrong(to.start)
	}
	return hd.goOn(hd.Read(tree))
}

// OpenJSON starts a candidate at the '{' or '[' at the position.
func (op *Openings) OpenJSON(c byte) bool {
	at := op.Cur.Pos
	rest := op.Cur.Rest(at)
	if c == '{' && len(rest) < 2 && !op.Cur.Final {
		return false
	}
	doubled := c == '{' && len(rest) > 1 && rest[1] == '{'
	switch {
	case op.Prose.BeginsOutput(at, c):
		op.Cur.Text(at)
		op.object().OpenLead(&op.Place, op.Rules.Grammar.Lead, at, doubled)
	case (op.Markers.FormatFilter.Inline || op.Rules.Grammar.JSON == nil) && !op.Prose.InFence():
		op.Cur.Take(1)
		return true
	default:
		if n := match.BracketedWord(rest); n > 0 {
			op.Cur.Take(n)
			return true
		}
		if op.longComment(rest, at+1) {
			op.Prose.Open().Add(c)
			op.Cur.Take(1)
			return true
		}
		op.Cur.Text(at)
		op.Penalties.OpensAt(at)
		op.Quoting.OpensJSON(at)
		op.object().Open(&op.Place, at, doubled)
	}
	op.Begin(op.Read(op.json))
	return true
}

// longComment reports whether a comment at offset at, behind the bracket with which rest begins, is too
// long to be in a call. Without this look, a text full of such brackets would be read a comment's length
// at each of them.
func (op *Openings) longComment(rest []byte, at int) bool {
	const long = object.MaxLeadingComments + 1
	return len(rest) > long && rest[1] == '#' && op.Cur.LineEnd(at, at+long) == at+long
}

// noMarkerFollows is what is wrong about a call that no marker ends.
const noMarkerFollows = "something other than a marker follows the arguments"

// OpenHeader makes the candidate that reads the JSON arguments of a call whose
// name is before them, from offset at on. The mark must be at the call's start.
func (op *Openings) OpenHeader(h *object.Header, at int) Candidate {
	op.object().OpenHeader(&op.Place, h, at)
	return op.Read(op.json)
}
