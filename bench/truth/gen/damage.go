package gen

import (
	"slices"

	"github.com/toolparser/toolparser/bench/form"
)

// An edit changes an output at one place: parts from at on are replaced.
type edit struct {
	at, remove int
	insert     []form.Part
	// cut: the text ends after so many bytes of the part at.
	cut int
}

func (e *edit) apply(ps []form.Part) []form.Part {
	if e.cut > 0 {
		out := slices.Clone(ps[:e.at+1])
		out[e.at].Text = out[e.at].Text[:e.cut]
		return out
	}
	return slices.Replace(slices.Clone(ps), e.at, e.at+e.remove, e.insert...)
}

// A damage is a kind of damage: it lists all its edits of an output.
type damage struct {
	name  string
	edits func(f *form.Form, ps []form.Part) []edit
	// hopeless: what the damaged call means can't be known.
	hopeless bool
	// quotes: it is no damage, but text that shows the calls and makes none.
	quotes bool
}

var damages, byName = func() ([]damage, map[string]*damage) {
	all := slices.Concat(markerDamages, signDamages, stringDamages, callDamages, quotations)
	index := map[string]*damage{}
	for i := range all {
		index[all[i].name] = &all[i]
	}
	return all, index
}()

// Kinds lists the names of the kinds of damage.
func Kinds() []string {
	var list []string
	for _, d := range damages {
		list = append(list, d.name)
	}
	return list
}

// each makes the edits of every part that ok holds for: variants are the texts in its place.
func each(ok func(p form.Part) bool, variants func(p form.Part) []string) func(*form.Form, []form.Part) []edit {
	return func(_ *form.Form, ps []form.Part) []edit {
		var list []edit
		for i, p := range ps {
			if !ok(p) {
				continue
			}
			for _, v := range variants(p) {
				if v != p.Text {
					list = append(list, replaced(i, p, v))
				}
			}
		}
		return list
	}
}

// replaced writes a part in another way; "" removes it.
func replaced(i int, p form.Part, text string) edit {
	if text == "" {
		return edit{at: i, remove: 1}
	}
	p.Text = text
	return edit{at: i, remove: 1, insert: []form.Part{p}}
}

// inserted puts a text before a part.
func inserted(i int, like form.Part, kind form.Kind, text string) edit {
	like.Kind, like.Text = kind, text
	return edit{at: i, insert: []form.Part{like}}
}

func isKind(kinds ...form.Kind) func(form.Part) bool {
	return func(p form.Part) bool { return slices.Contains(kinds, p.Kind) }
}

func texts1(list ...string) func(form.Part) []string {
	return func(form.Part) []string { return list }
}
