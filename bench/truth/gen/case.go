package gen

import (
	"math/rand/v2"
	"strings"

	"github.com/toolparser/toolparser/bench/form"
	"github.com/toolparser/toolparser/bench/repair/gen"
)

// A Case is an answer whose meaning is known, written and damaged, and how it is read.
type Case struct {
	Seed, Index uint64
	Form        *form.Form
	// Truth is what the model means.
	Truth form.Answer
	Style form.Style
	// Damages were done in turn; none: the text is undamaged.
	Damages []Damage
	Request Request
	// Reader is the family that reads the text: the form's, or auto.
	Reader string
	// Output is the text.
	Output string
	// Changed: the damage changed the text.
	Changed bool
	// Spoiled are the calls of which no one can know any more what the model means.
	Spoiled map[int]bool
}

// A Damage is a kind, and which of its edits was made.
type Damage struct {
	Kind string
	Edit int
}

// A Source makes cases. It is for many goroutines.
type Source struct {
	seed  uint64
	forms []*form.Form
	texts texts
}

// Options choose what a source makes.
type Options struct {
	Seed uint64
	// Families: only these; nil for all.
	Families map[string]bool
	// Heldout are texts to take values from, in place of the embedded ones.
	Heldout []string
}

// New makes a source.
func New(o Options) (*Source, error) {
	s := &Source{seed: o.Seed}
	for _, f := range form.All() {
		if o.Families == nil || o.Families[f.Family] {
			s.forms = append(s.forms, f)
		}
	}
	if s.texts.snippets, s.texts.only = o.Heldout, o.Heldout != nil; s.texts.only {
		return s, nil
	}
	list, err := gen.Snippets()
	for _, snippet := range list {
		if len(snippet.Text) < 2000 {
			s.texts.snippets = append(s.texts.snippets, snippet.Text)
		}
	}
	return s, err
}

// Case makes the case of a number. It depends on the seed and the number alone.
func (s *Source) Case(index uint64) *Case {
	r := rand.New(rand.NewPCG(s.seed, index))
	c := &Case{Seed: s.seed, Index: index, Form: s.forms[r.IntN(len(s.forms))], Style: form.Styles[r.IntN(len(form.Styles))]}
	c.Truth = s.answer(c.Form, r)
	c.Request = request(requestKinds[r.IntN(len(requestKinds))], &c.Truth, r)
	c.Request.DisableRepair = r.IntN(12) == 0
	c.Reader = c.Form.Family
	if r.IntN(8) == 0 && c.Form.Family != "mimo" { // auto reads mimo's values in another way, as its page says
		c.Reader = "auto"
	}
	n := [...]int{0, 1, 1, 1, 1, 1, 2}[r.IntN(7)]
	for range n {
		c.addDamage(r)
	}
	if len(c.Damages) > 0 && c.Damages[len(c.Damages)-1].Kind == "cut" {
		c.Request.AcceptIncomplete = r.IntN(3) == 0
	}
	c.Render()
	return c
}

// addDamage draws kinds until one fits.
func (c *Case) addDamage(r *rand.Rand) {
	ps := c.parts()
	for range 50 {
		d := &damages[r.IntN(len(damages))]
		if n := len(d.edits(c.Form, ps)); n > 0 {
			c.Damages = append(c.Damages, Damage{d.name, r.IntN(n)})
			return
		}
	}
}

// parts are those of the text, damaged.
func (c *Case) parts() []form.Part {
	ps := c.Form.Write(&c.Truth, c.Style)
	c.Spoiled = nil
	for _, d := range c.Damages {
		kind := byName[d.Kind]
		edits := kind.edits(c.Form, ps)
		if d.Edit >= len(edits) {
			continue
		}
		e := &edits[d.Edit]
		if kind.hopeless {
			if c.Spoiled == nil {
				c.Spoiled = map[int]bool{}
			}
			c.Spoiled[ps[e.at].Call] = true
		}
		ps = e.apply(ps)
	}
	return ps
}

// Render writes the output anew.
func (c *Case) Render() {
	c.Output = form.Join(c.parts())
	c.Changed = len(c.Damages) > 0 && c.Output != form.Join(c.Form.Write(&c.Truth, c.Style))
}

// Edits is how many edits of its kind the last damage has.
func (c *Case) Edits() int {
	n := len(c.Damages)
	if n == 0 {
		return 1
	}
	before := *c
	before.Damages = c.Damages[:n-1]
	return len(byName[c.Damages[n-1].Kind].edits(c.Form, before.parts()))
}

// Kind names the damages.
func (c *Case) Kind() string {
	var names []string
	for _, d := range c.Damages {
		names = append(names, d.Kind)
	}
	if names == nil {
		return "none"
	}
	return strings.Join(names, " + ")
}

// Cut reports whether the end of the text was lost.
func (c *Case) Cut() bool {
	for _, d := range c.Damages {
		if d.Kind == "cut" {
			return true
		}
	}
	return false
}

// Quoted reports whether the model only shows its calls, and makes none.
func (c *Case) Quoted() bool {
	for _, d := range c.Damages {
		if byName[d.Kind].quotes {
			return true
		}
	}
	return false
}

// answer is what a model means.
func (s *Source) answer(f *form.Form, r *rand.Rand) form.Answer {
	var a form.Answer
	n := [...]int{1, 1, 1, 1, 1, 1, 2, 2, 2, 3}[r.IntN(10)]
	if f.Single {
		n = 1
	}
	for i := range n {
		a.Calls = append(a.Calls, s.call(f, i, r))
	}
	if f.Prose != form.Alone && r.IntN(2) == 0 {
		a.Before = []string{"I'll look.", "Let me check that first.", "Sure! It's \"done\" soon:"}[r.IntN(3)]
	}
	if f.Prose == form.Around && f.End == "" && r.IntN(4) == 0 {
		a.After = "I'll wait for the result."
	}
	return a
}

func (s *Source) call(f *form.Form, i int, r *rand.Rand) form.Call {
	sig := signatures[r.IntN(len(signatures))]
	c := form.Call{Name: sig.name, Args: form.Value{Type: form.Object}}
	c.ID = strings.Replace(f.IDs, "#", string(rune('0'+i)), 1)
	c.ID = strings.ReplaceAll(c.ID, "#", "7")
	skip := -1
	if len(sig.properties) > 1 && r.IntN(3) == 0 {
		skip = r.IntN(len(sig.properties))
	}
	for j, p := range sig.properties {
		if j != skip && !(f.Scalars && (p.typ == form.Array || p.typ == form.Object)) {
			c.Args.Keys = append(c.Args.Keys, p.key)
			c.Args.Items = append(c.Args.Items, s.value(f, p, r))
		}
	}
	return c
}

func (s *Source) value(f *form.Form, p property, r *rand.Rand) form.Value {
	v := form.Value{Type: p.typ}
	switch p.typ {
	case form.Integer:
		v.Text = []string{"0", "3", "42", "-7", "1000000"}[r.IntN(5)]
	case form.Boolean:
		v.Text = []string{"true", "false"}[r.IntN(2)]
	case form.Array:
		for range r.IntN(4) {
			v.Items = append(v.Items, form.Str(s.texts.value(f, r)))
		}
	case form.Object:
		for _, item := range p.items {
			v.Keys, v.Items = append(v.Keys, item.key), append(v.Items, s.value(f, item, r))
		}
	default:
		v.Text = s.texts.value(f, r)
	}
	return v
}
