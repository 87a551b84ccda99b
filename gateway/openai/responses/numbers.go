package responses

import (
	"slices"
	"strconv"

	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
)

// numbers are the numbers that events have once some were added or removed.
type numbers struct {
	numbered bool    // events have a sequence_number
	next     int64   // sequence_number of the next event that is made
	shift    int64   // added to those that follow
	items    int64   // output_index of the next item that is made, as the upstream counts
	gone     []int64 // output_index of items that were removed, in order
	inserted bool    // an item was made before the one at:
	at       int64
}

// add is the sequence_number of an event that is made.
func (n *numbers) add() int64 {
	n.next++
	n.shift++
	return n.next - 1
}

// drop notes that an event isn't sent.
func (n *numbers) drop(e *event) {
	n.items = max(n.items, numberOf(e.index)+1)
	if sequence := numberOf(e.sequence); sequence >= 0 {
		if !n.numbered {
			n.numbered, n.next = true, sequence
		}
		n.shift--
	}
}

// remove notes that an item isn't sent.
func (n *numbers) remove(index int64) {
	if index >= 0 {
		at, _ := slices.BinarySearch(n.gone, index)
		n.gone = slices.Insert(n.gone, at, index)
	}
}

// insert notes that an item is made before the one at an index.
func (n *numbers) insert(index int64) { n.inserted, n.at = true, index }

// place is the output_index that an item has for the client.
func (n *numbers) place(index int64) int64 {
	before, _ := slices.BinarySearch(n.gone, index)
	if n.inserted && index >= n.at {
		before--
	}
	return index - int64(before)
}

// edit numbers an event.
func (n *numbers) edit(edits *jsonedit.Text, e *event) {
	if sequence := numberOf(e.sequence); sequence >= 0 {
		n.numbered = true
		n.next = sequence + n.shift + 1
		setNumber(edits, e.sequence, sequence+n.shift)
	}
	if index := numberOf(e.index); index >= 0 {
		n.items = max(n.items, index+1)
		setNumber(edits, e.index, n.place(index))
	}
}

// again numbers an event that was dropped, and is sent now.
func (n *numbers) again(edits *jsonedit.Text, e *event) {
	if numberOf(e.sequence) >= 0 {
		setNumber(edits, e.sequence, n.add())
	}
	if index := numberOf(e.index); index >= 0 {
		setNumber(edits, e.index, n.place(index))
	}
}

func setNumber(edits *jsonedit.Text, value jsonedit.Value, to int64) {
	if value.Int() != to {
		edits.Set(value, strconv.FormatInt(to, 10))
	}
}
