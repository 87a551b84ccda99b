package gen

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
)

// A Case is a damaged call whose truth is known.
type Case struct {
	// ID names the case: kind, shape, snippet, style, number.
	ID     string
	Kind   Kind
	Damage string // the kind that was applied; differs from Kind for OtherMeaning
	Shape  string
	Family string
	// Snippet, Style and Tool say what it was made of.
	Snippet, Style, Tool string

	// Output is the model's output, whole.
	Output string
	// Object is the damaged JSON alone, without the fence, markers or text around it.
	Object string
	// Undamaged is Object before the damage.
	Undamaged string
	// Around is the output without the call, which a right answer leaves as content.
	Around string

	// Name and Arguments are what the model meant.
	Name, Arguments string
	// ArgumentBytes is how an undamaged call wrote its arguments.
	ArgumentBytes string

	shape *shape
}

// Locate says where in Object the name and the arguments are; an empty name
// path means that it isn't in it, an empty arguments path that Object is the arguments.
func (c *Case) Locate() (name, arguments []string) { return c.shape.namePath, c.shape.argsPath }

// Options choose what is generated. The zero value is everything, with seed 0.
type Options struct {
	Seed uint64
	// Snippets are what the arguments are made of.
	Snippets []Snippet
	// Families, Kinds, Shapes: only these; nil for all.
	Families, Kinds, Shapes []string
	// Per is how many cases are made of each kind, shape and snippet; 0 counts as 1.
	Per int
}

// Generate makes the cases, in a fixed order.
func Generate(o Options) []*Case {
	var list []*Case
	for i := range damages {
		if !chosen(o.Kinds, damages[i].Name) {
			continue
		}
		for j := range shapes {
			if !chosen(o.Families, shapes[j].family) || !chosen(o.Shapes, shapes[j].name) {
				continue
			}
			list = o.appendCases(list, &damages[i], &shapes[j])
		}
	}
	return list
}

// Families lists the families that some shape is written for.
func Families() []string {
	var list []string
	for _, s := range shapes {
		if !slices.Contains(list, s.family) {
			list = append(list, s.family)
		}
	}
	return list
}

func chosen(list []string, name string) bool { return list == nil || slices.Contains(list, name) }

func (o *Options) appendCases(list []*Case, dm *damage, s *shape) []*Case {
	for n := range o.Snippets {
		for i := range max(o.Per, 1) {
			id := fmt.Sprintf("%s/%s/%s/%d", dm.Name, s.name, o.Snippets[n].Name, i)
			h := fnv.New64a()
			h.Write([]byte(id))
			r := rand.New(rand.NewPCG(o.Seed, h.Sum64()))
			if c := makeCase(dm, s, n, o.Snippets, r); c != nil {
				c.ID = id + "/" + c.Style + "/" + c.Tool
				list = append(list, c)
			}
		}
	}
	return list
}

// makeCase makes a call of the n-th snippet and damages it; nil if that can't be.
func makeCase(dm *damage, s *shape, n int, snippets []Snippet, r *rand.Rand) *Case {
	var fitting []*layout
	for i := range layouts {
		if dm.fits == nil || dm.fits(s, &layouts[i]) {
			fitting = append(fitting, &layouts[i])
		}
	}
	if len(fitting) == 0 {
		return nil
	}
	l := fitting[r.IntN(len(fitting))]
	args := l.args(snippets[n].Text, snippets[r.IntN(len(snippets))].Text)
	args.args = true
	if dm.prepare != nil && !dm.prepare(args, r) {
		return nil
	}
	st := pickStyle(dm, s, r)
	d := newDraft(s, l, args, st, r)
	c := &Case{
		Kind: dm.Kind, Damage: dm.Name, Shape: s.name, Family: s.family, Snippet: snippets[n].Name, Style: st.name, Tool: l.tool,
		Undamaged: write(d.tokens), Name: l.tool, Arguments: truth(args), shape: s,
	}
	start, end, _ := d.argsRange()
	c.ArgumentBytes = write(d.tokens[start : end+1])
	if !dm.apply(d) {
		return nil
	}
	return c.finish(d)
}

func pickStyle(dm *damage, s *shape, r *rand.Rand) style {
	if dm.style != nil {
		return *dm.style
	}
	for {
		if st := styles[r.IntN(len(styles))]; !s.pretty || st.indent != "" {
			return st
		}
	}
}

func newDraft(s *shape, l *layout, args *object, st style, r *rand.Rand) *draft {
	var root node = args
	if s.call != nil {
		root = s.call(l.tool, args)
	}
	return &draft{
		shape: s, r: r, tokens: st.render(root),
		before: strings.ReplaceAll(s.before, "%NAME%", l.tool), after: s.after,
	}
}

// finish writes the damaged call; nil if the damage left no trace.
func (c *Case) finish(d *draft) *Case {
	c.Object = write(d.tokens)
	if c.Object == c.Undamaged && c.Kind.Name != None && !preparedKind(c.Kind.Name) {
		return nil
	}
	if d.cut {
		d.after = ""
	}
	c.Output = d.before + c.Object + d.after
	c.Around = around(d)
	if c.Kind.Group != Undecidable && json.Valid([]byte(c.Object)) && !c.Means(c.Object) {
		c.Kind = OtherMeaning
	}
	return c
}

// preparedKind: the damage was done to the values, before they were written.
func preparedKind(name string) bool { return name == "non_finite" || name == "expression" }

// around is the text that isn't the call's: without fence, markers and the
// white space next to them.
func around(d *draft) string {
	var parts []string
	for _, s := range []string{d.before, d.after} {
		s = strings.TrimSuffix(strings.TrimPrefix(s, "\n```"), fence)
		if i := strings.IndexByte(s, '<'); i >= 0 {
			s = s[:i]
		}
		if s = strings.TrimSpace(s); s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, " ")
}

// truth is the arguments that the model meant, as JSON.
func truth(args *object) string {
	ts := args.append(nil)
	for i, t := range ts {
		if t.kind != literal {
			continue
		}
		switch {
		case strings.HasSuffix(t.text, "NaN"), strings.HasSuffix(t.text, "Infinity"):
			ts[i].text = "null"
		case slices.Contains(expressions, t.text):
			// There is no value that would be right.
			ts[i].text = `{"none": "would be right"}`
		}
	}
	return write(ts)
}
