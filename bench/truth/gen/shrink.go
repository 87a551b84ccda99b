package gen

import (
	"slices"
	"strings"

	"github.com/toolparser/toolparser/bench/form"
)

// maxTried bounds the edits that are tried on a smaller answer.
const maxTried = 150

// Shrink makes a case smaller for as long as keeps holds of the smaller one, and returns the smallest.
func Shrink(c *Case, keeps func(*Case) bool) *Case {
	for {
		smaller := c.smaller(keeps)
		if smaller == nil {
			return c
		}
		c = smaller
	}
}

// smaller is the first smaller case of which keeps holds; nil: there is none.
func (c *Case) smaller(keeps func(*Case) bool) *Case {
	for _, try := range c.simpler() {
		try.Render()
		if keeps(try) {
			return try
		}
	}
	for _, truth := range c.smallerTruths() {
		try := *c
		try.Truth = truth
		if found := try.anyEdit(keeps); found != nil {
			return found
		}
	}
	return nil
}

// simpler are the case with less of a request and less damage.
func (c *Case) simpler() []*Case {
	var list []*Case
	add := func(change func(*Case)) {
		try := *c
		change(&try)
		list = append(list, &try)
	}
	if len(c.Damages) > 1 {
		add(func(t *Case) { t.Damages = c.Damages[:1] })
		add(func(t *Case) { t.Damages = c.Damages[1:] })
	}
	if c.Style != form.Styles[0] {
		add(func(t *Case) { t.Style = form.Styles[0] })
	}
	if c.Request.DisableRepair {
		add(func(t *Case) { t.Request.DisableRepair = false })
	}
	if c.Request.AcceptIncomplete {
		add(func(t *Case) { t.Request.AcceptIncomplete = false })
	}
	if c.Reader != c.Form.Family {
		add(func(t *Case) { t.Reader = c.Form.Family })
	}
	for i := range c.Request.Tools {
		name := c.Request.Tools[i].Name
		if !slices.ContainsFunc(c.Truth.Calls, func(call form.Call) bool { return call.Name == name }) && len(c.Request.Tools) > 1 {
			add(func(t *Case) { t.Request.Tools = slices.Delete(slices.Clone(c.Request.Tools), i, i+1) })
		}
	}
	return list
}

// anyEdit finds an edit of the last damage's kind of which keeps holds.
func (c *Case) anyEdit(keeps func(*Case) bool) *Case {
	n := min(c.Edits(), maxTried)
	for i := range n {
		try := *c
		if d := len(c.Damages); d > 0 {
			try.Damages = slices.Clone(c.Damages)
			try.Damages[d-1].Edit = i
		}
		if try.Render(); keeps(&try) {
			return &try
		}
	}
	return nil
}

func (c *Case) smallerTruths() []form.Answer {
	var list []form.Answer
	a := c.Truth
	add := func(change func(*form.Answer)) {
		b := a
		b.Calls = slices.Clone(a.Calls)
		change(&b)
		list = append(list, b)
	}
	if a.Before != "" {
		add(func(b *form.Answer) { b.Before = "" })
	}
	if a.After != "" {
		add(func(b *form.Answer) { b.After = "" })
	}
	for i, call := range a.Calls {
		if len(a.Calls) > 1 {
			add(func(b *form.Answer) { b.Calls = slices.Delete(b.Calls, i, i+1) })
		}
		for _, args := range smallerValues(call.Args, true) {
			add(func(b *form.Answer) { b.Calls[i].Args = args })
		}
	}
	return list
}

// smallerValues are values with less in them.
func smallerValues(v form.Value, top bool) []form.Value {
	var list []form.Value
	switch v.Type {
	case form.String:
		for _, s := range smallerTexts(v.Text) {
			list = append(list, form.Str(s))
		}
	case form.Array, form.Object:
		for i, item := range v.Items {
			without := v
			without.Items = slices.Delete(slices.Clone(v.Items), i, i+1)
			if v.Type == form.Object {
				without.Keys = slices.Delete(slices.Clone(v.Keys), i, i+1)
			}
			list = append(list, without)
			for _, smaller := range smallerValues(item, false) {
				with := v
				with.Items = slices.Clone(v.Items)
				with.Items[i] = smaller
				list = append(list, with)
			}
		}
	default:
		if top {
			return nil
		}
	}
	return list
}

func smallerTexts(s string) []string {
	var list []string
	if len(s) > 1 || s != "" && s != "x" {
		list = append(list, "x", "")
	}
	for size := len(s) / 2; size > 0; size /= 2 {
		for start := 0; start+size <= len(s) && len(list) < 60; start += size {
			from, to := runeStart(s, start), runeStart(s, start+size)
			list = append(list, s[:from]+s[to:])
		}
	}
	return slices.DeleteFunc(list, func(t string) bool { return strings.ContainsRune(t, '\uFFFD') || t == s })
}
