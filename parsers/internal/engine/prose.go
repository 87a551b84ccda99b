package engine

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// prose decides whether what begins at a place counts there.
type prose struct {
	_     noCopy
	cur   *cursor.Cursor
	rules *rules
	marks *marks
	costs *costs
	place *place.Around

	proseState
}

// proseState is what is known of the output that is being read.
type proseState struct {
	quote          quotation
	behind         int  // a call ended here, white space and a delimiter apart
	line           int  // a line begins here at which nobody looked; -1: nowhere
	special        int  // behind a special token: JSON here counts in inline code too
	lead           int  // what can only stand at the start of the output was looked for here last
	started        bool // something but white space and tags was seen
	leading        bool // the open thought, or the JSON read last, begins the output
	noJSON         bool
	thinks         bool // of a nested engine: it reads a thought, in which calls may count
	leftFence      bool // a call failed behind the first line of a fence: the other one opens none
	sectionThought sectionThought
	owed           thoughtKinds // of the thought that a call ended: its closer is markup
	option         optionWatch
	after          afterCall
	before         lastBytes      // before the window
	open           place.Brackets // in running text, which nothing closed yet
	python         pythonPlaces
	plain          *stops // the bytes that mean something in plain text
}

// reset makes the prose ready for another output.
func (pr *prose) reset(cfg *parsers.Config) {
	pr.proseState = proseState{} // in place: a literal would be made elsewhere, and copied
	pr.behind, pr.lead, pr.line, pr.special = -1, -1, -1, -1
	pr.noJSON = pr.rules.grammar.ToolsOnly && !cfg.Tools.Given()
	pr.python.reset(pr.rules.grammar.Python, cfg)
	plain := &pr.marks.triggers.plain
	if pr.python.inText {
		plain = &pr.marks.triggers.lines
	}
	pr.plain = plain
}

// A sectionThought says whether a thought that is a section of a message, and not between
// markers in text, waits for what may be a call in it.
type sectionThought uint8

const (
	noSectionThought sectionThought = iota
	thoughtHandsOver                // running text is to read the marker at the position
	thoughtWaits                    // what that begins is being read
)

// afterCall looks for what may follow a call directly: a delimiter, with the
// white space around it.
type afterCall struct {
	active bool
	list   bool         // the call ended a list of Python calls
	found  bool         // the delimiter was seen
	role   parsers.Role // of the delimiter
}

// InFence tells whether the position is in a fence.
func (pr *prose) InFence() bool { return pr.quote.fence > 0 }

// AtStart tells whether only white space and tags stand before offset at.
func (pr *prose) AtStart(at int) bool { return pr.lead == at }

// FreeText implements [place.Prose].
func (pr *prose) FreeText(at int) bool {
	if pr.InFence() {
		return pr.quote.free || pr.costs.Penalized(at)
	}
	return pr.rules.grammar.InlineFree || pr.costs.Penalized(at)
}

// Option implements [place.Prose].
func (pr *prose) Option() bool { return pr.quote.option }

// Open implements [place.Prose].
func (pr *prose) Open() *place.Brackets { return &pr.open }

// Marks implements [place.Prose].
func (pr *prose) Marks() bool { return !pr.InFence() || pr.quote.block }
