package engine

import (
	"github.com/toolparser/toolparser/parsers/internal/body/namelines"
	"github.com/toolparser/toolparser/parsers/internal/body/object"
	"github.com/toolparser/toolparser/parsers/internal/body/tree"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/prose"
)

// heads decides which body reads what begins. There is one of each kind at a time, used
// again; nil: there was none yet.
type heads struct {
	_       marks.NoCopy
	cur     *cursor.Cursor
	rules   *marks.Rules
	marks   *marks.Marks
	prose   *prose.Prose
	python  *prose.Python
	quoting *prose.Quoting
	around  *around
	place   *place.Around

	candidate Candidate // the one that reads; nil: running text is read
	reading   reading   // the candidate for a body
	declining declining
	owns      []any           // what hooks keep
	json      *object.Call    // the one body for JSON
	between   *object.Between // the one body for a block, which uses the body for JSON
	document  *documentChoice
	quoted    *quotedCall
	to        *recipientCall
	tree      *tree.Call
	calls     *pythonCalls
	token     *tokenCall
	nameLines *namelines.Body
}

// reset makes it ready for another output.
func (hd *heads) reset() {
	hd.candidate = nil
	hd.json.Leave()
	hd.between.Forget()
	hd.tree.Forget()
}
