package chattemplate

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nikolalohinski/gonja/v2/builtins"
	"github.com/nikolalohinski/gonja/v2/exec"
)

// What templates use of Python that the engine doesn't have, or has in another way.

// A list is one of Python's.
type list = []any

// filters are those that are added, or put in the place of the engine's.
func (e *engine) filters() map[string]exec.FilterFunction {
	return map[string]exec.FilterFunction{
		"tojson": e.toJSON,
		"items": func(_ *exec.Evaluator, in *exec.Value, _ *exec.VarArgs) *exec.Value {
			return exec.AsValue(items(in))
		},
		"string": func(_ *exec.Evaluator, in *exec.Value, _ *exec.VarArgs) *exec.Value {
			if in.IsError() || in.IsString() {
				return in
			}
			if in.IsNil() {
				return exec.AsValue("None")
			}
			return exec.AsValue(in.String())
		},
		"trim": func(_ *exec.Evaluator, in *exec.Value, params *exec.VarArgs) *exec.Value {
			if in.IsError() {
				return in
			}
			return exec.AsValue(strings.Trim(in.String(), cutset(params)))
		},
		"indent": indent,
		"join": func(evaluator *exec.Evaluator, in *exec.Value, params *exec.VarArgs) *exec.Value {
			by := params.GetKeywordArgument("d", "")
			if len(params.Args) > 0 {
				by = params.Args[0]
			}
			if !joins(in, by.String()) {
				return exec.AsValue(errTooMuch)
			}
			join, _ := builtins.Filters.Get("join")
			return join(evaluator, in, params)
		},
		"replace": func(_ *exec.Evaluator, in *exec.Value, params *exec.VarArgs) *exec.Value {
			if in.IsError() {
				return in
			}
			text, err := replaced(in.String(), params)
			if err != nil {
				return exec.AsValue(err)
			}
			return exec.AsValue(text)
		},
		"dictsort": func(_ *exec.Evaluator, in *exec.Value, _ *exec.VarArgs) *exec.Value {
			pairs := pairsOf(in)
			slices.SortStableFunc(pairs, func(a, b [2]*exec.Value) int {
				return strings.Compare(strings.ToLower(a[0].String()), strings.ToLower(b[0].String()))
			})
			return exec.AsValue(listOf(pairs))
		},
		"first": at(0),
		"last":  at(-1),
	}
}

// indent puts spaces before all lines but the first one, and the empty ones.
func indent(_ *exec.Evaluator, in *exec.Value, params *exec.VarArgs) *exec.Value {
	if in.IsError() {
		return in
	}
	width := params.GetKeywordArgument("width", 4)
	if len(params.Args) > 0 {
		width = params.Args[0]
	}
	first := params.GetKeywordArgument("first", false)
	if len(params.Args) > 1 {
		first = params.Args[1]
	}
	before := strings.Repeat(" ", min(max(width.Integer(), 0), maxNesting))
	lines := strings.Split(in.String(), "\n")
	for i, line := range lines {
		if line != "" && (i > 0 || first.IsTrue()) {
			lines[i] = before + line
		}
	}
	return exec.AsValue(strings.Join(lines, "\n"))
}

// joins reports whether a list can be joined: what that makes is bounded.
func joins(of *exec.Value, by string) bool {
	return !of.IsIterable() || size(of, 0)+of.Len()*len(by) <= maxOutput
}

// replaced is a text with another one in the place of a third one; what that makes is bounded.
func replaced(text string, params *exec.VarArgs) (string, error) {
	if len(params.Args) < 2 {
		return "", errors.New("replace needs two texts")
	}
	limit := params.GetKeywordArgument("count", -1)
	if len(params.Args) > 2 {
		limit = params.Args[2]
	}
	old, by, n := params.Args[0].String(), params.Args[1].String(), limit.Integer()
	count := strings.Count(text, old)
	if n >= 0 {
		count = min(count, n)
	}
	if len(text)+count*len(by) > maxOutput {
		return "", errTooMuch
	}
	return strings.Replace(text, old, by, n), nil
}

// at is a filter that takes one element.
func at(i int) exec.FilterFunction {
	return func(_ *exec.Evaluator, in *exec.Value, _ *exec.VarArgs) *exec.Value {
		n := i
		if n < 0 {
			n += in.Len()
		}
		if in.IsError() || n < 0 || n >= in.Len() {
			return in
		}
		return in.Index(n)
	}
}

// items are the members of a dict, each a list of two.
func items(v *exec.Value) list {
	if !v.IsDict() {
		return list{}
	}
	return listOf(pairsOf(v))
}

func listOf(pairs [][2]*exec.Value) list {
	all := list{}
	for _, pair := range pairs {
		all = append(all, list{pair[0], pair[1]})
	}
	return all
}

// extraTests are tests on values.
var extraTests = map[string]exec.TestFunction{
	"sequence": func(_ *exec.Context, in *exec.Value, _ *exec.VarArgs) (bool, error) {
		return in.IsIterable(), nil
	},
	"true": func(_ *exec.Context, in *exec.Value, _ *exec.VarArgs) (bool, error) {
		return in.IsBool() && in.Bool(), nil
	},
	"false": func(_ *exec.Context, in *exec.Value, _ *exec.VarArgs) (bool, error) {
		return in.IsBool() && !in.Bool(), nil
	},
}

// globals are functions that Transformers gives to templates, and some of Jinja's, bounded.
func (e *engine) globals() map[string]any {
	return map[string]any{
		"raise_exception": func(_ *exec.Evaluator, params *exec.VarArgs) *exec.Value {
			return exec.AsValue(errors.New(raisedMark + params.First().String()))
		},
		"strftime_now": func(_ *exec.Evaluator, params *exec.VarArgs) *exec.Value {
			return exec.AsValue(strftime(params.First().String()))
		},
		"range": func(_ *exec.Evaluator, params *exec.VarArgs) *exec.Value { return e.numbers(params) },
		"times": func(_ *exec.Evaluator, params *exec.VarArgs) *exec.Value {
			if len(params.Args) != 2 {
				return exec.AsValue(errors.New("a product has two sides"))
			}
			return times(params.Args[0], params.Args[1])
		},
		"item": func(_ *exec.Evaluator, params *exec.VarArgs) *exec.Value {
			if len(params.Args) != 2 {
				return exec.AsValue(nil)
			}
			return item(params.Args[0], params.Args[1])
		},
	}
}

// numbers is Python's range.
func (e *engine) numbers(params *exec.VarArgs) *exec.Value {
	start, stop, step := 0, 0, 1
	switch a := params.Args; len(a) {
	case 1:
		stop = a[0].Integer()
	case 2:
		start, stop = a[0].Integer(), a[1].Integer()
	case 3:
		start, stop, step = a[0].Integer(), a[1].Integer(), a[2].Integer()
	}
	if step == 0 {
		return exec.AsValue(errors.New("a range has no step"))
	}
	all := list{}
	for i := start; step > 0 && i < stop || step < 0 && i > stop; i += step {
		if err := e.step(); err != nil {
			return exec.AsValue(err)
		}
		all = append(all, i)
	}
	return exec.AsValue(all)
}

// item is what is at a number: in a list, or under a key.
func item(of, at *exec.Value) *exec.Value {
	if of.IsError() {
		return of
	}
	if of.IsDict() {
		for _, pair := range pairsOf(of) {
			if pair[0].EqualValueTo(at) {
				return pair[1]
			}
		}
		return exec.AsValue(nil)
	}
	i := at.Integer()
	if i < 0 {
		i += of.Len()
	}
	if i < 0 || i >= of.Len() {
		return exec.AsValue(nil)
	}
	return of.Index(i)
}

// times is a product: of numbers, or of a text.
func times(a, b *exec.Value) *exec.Value {
	if b.IsString() {
		a, b = b, a
	}
	switch {
	case a.IsString():
		n := max(b.Integer(), 0)
		if n > maxOutput || len(a.String())*n > maxOutput {
			return exec.AsValue(errTooMuch)
		}
		return exec.AsValue(strings.Repeat(a.String(), n))
	case a.IsInteger() && b.IsInteger():
		return exec.AsValue(a.Integer() * b.Integer())
	case a.IsNumber() && b.IsNumber():
		return exec.AsValue(a.Float() * b.Float())
	}
	return exec.AsValue(errors.New("a product is of numbers, or of a text and a number"))
}

// strftime is a date, always the same one: what a template makes of it is no call.
func strftime(format string) string {
	day := time.Date(2025, time.January, 2, 3, 4, 5, 0, time.UTC)
	codes := map[byte]string{
		'd': "02", 'm': "01", 'Y': "2006", 'y': "06", 'b': "Jan", 'B': "January",
		'A': "Monday", 'a': "Mon", 'H': "15", 'M': "04", 'S': "05", 'Z': "UTC",
	}
	var b strings.Builder
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 == len(format) {
			b.WriteByte(format[i])
			continue
		}
		i++
		if layout := codes[format[i]]; layout != "" {
			b.WriteString(day.Format(layout))
		}
	}
	return b.String()
}

// cutset is what a strip takes away.
func cutset(params *exec.VarArgs) string {
	if v := params.First(); !v.IsNil() {
		return v.String()
	}
	return spaces
}

// methods are those of the engine, and what Python's dicts and texts do in another way.
func methods() exec.Methods {
	all := builtins.Methods
	all.Dict = exec.NewMethodSet(dictMethods)
	own := map[string]exec.Method[string]{}
	for _, name := range []string{
		"capitalize", "casefold", "count", "find", "isalnum", "isalpha", "isascii", "isdecimal",
		"isdigit", "islower", "isnumeric", "isspace", "isupper", "lower", "removeprefix", "removesuffix",
		"rfind", "swapcase", "title", "upper",
	} {
		own[name], _ = builtins.Methods.Str.Get(name)
	}
	for name, method := range textMethods {
		own[name] = method
	}
	all.Str = exec.NewMethodSet(own)
	return all
}

var dictMethods = map[string]exec.Method[map[string]any]{
	"items": func(_ map[string]any, self *exec.Value, _ *exec.VarArgs) (any, error) { return items(self), nil },
	"keys": func(_ map[string]any, self *exec.Value, _ *exec.VarArgs) (any, error) {
		all := list{}
		for _, pair := range pairsOf(self) {
			all = append(all, pair[0])
		}
		return all, nil
	},
	"values": func(_ map[string]any, self *exec.Value, _ *exec.VarArgs) (any, error) {
		all := list{}
		for _, pair := range pairsOf(self) {
			all = append(all, pair[1])
		}
		return all, nil
	},
	"get": func(_ map[string]any, self *exec.Value, params *exec.VarArgs) (any, error) {
		for _, pair := range pairsOf(self) {
			if len(params.Args) > 0 && pair[0].EqualValueTo(params.Args[0]) {
				return pair[1].Interface(), nil
			}
		}
		if len(params.Args) > 1 {
			return params.Args[1].Interface(), nil
		}
		return params.GetKeywordArgument("default", nil).Interface(), nil
	},
	"copy": func(self map[string]any, _ *exec.Value, _ *exec.VarArgs) (any, error) { return self, nil },
}

const spaces = " \t\n\r\v\f"

var textMethods = map[string]exec.Method[string]{
	"strip": func(self string, _ *exec.Value, params *exec.VarArgs) (any, error) {
		return strings.Trim(self, cutset(params)), nil
	},
	"lstrip": func(self string, _ *exec.Value, params *exec.VarArgs) (any, error) {
		return strings.TrimLeft(self, cutset(params)), nil
	},
	"rstrip": func(self string, _ *exec.Value, params *exec.VarArgs) (any, error) {
		return strings.TrimRight(self, cutset(params)), nil
	},
	"format": func(self string, _ *exec.Value, params *exec.VarArgs) (any, error) {
		longest := 0
		for _, v := range params.Args {
			longest = max(longest, len(v.String()))
		}
		for _, v := range params.KwArgs {
			longest = max(longest, len(v.String()))
		}
		if len(self)+strings.Count(self, "{")*longest > maxOutput {
			return nil, errTooMuch
		}
		pairs := []string{"{{", "{", "}}", "}"}
		for i, v := range params.Args {
			pairs = append(pairs, "{"+strconv.Itoa(i)+"}", v.String())
		}
		for name, v := range params.KwArgs {
			pairs = append(pairs, "{"+name+"}", v.String())
		}
		for _, v := range params.Args {
			self = strings.Replace(self, "{}", v.String(), 1)
		}
		return strings.NewReplacer(pairs...).Replace(self), nil
	},
	"join": func(self string, value *exec.Value, params *exec.VarArgs) (any, error) {
		if len(params.Args) == 1 && !joins(params.Args[0], self) {
			return nil, errTooMuch
		}
		join, _ := builtins.Methods.Str.Get("join")
		return join(self, value, params)
	},
	"startswith": func(self string, _ *exec.Value, params *exec.VarArgs) (any, error) {
		return anyOf(params, func(text string) bool { return strings.HasPrefix(self, text) }), nil
	},
	"endswith": func(self string, _ *exec.Value, params *exec.VarArgs) (any, error) {
		return anyOf(params, func(text string) bool { return strings.HasSuffix(self, text) }), nil
	},
	"replace": func(self string, _ *exec.Value, params *exec.VarArgs) (any, error) {
		return replaced(self, params)
	},
	"split": func(self string, _ *exec.Value, params *exec.VarArgs) (any, error) {
		return split(self, params, false), nil
	},
	"rsplit": func(self string, _ *exec.Value, params *exec.VarArgs) (any, error) {
		return split(self, params, true), nil
	},
	"splitlines": func(self string, _ *exec.Value, _ *exec.VarArgs) (any, error) {
		self = strings.TrimSuffix(strings.ReplaceAll(self, "\r\n", "\n"), "\n")
		if self == "" {
			return list{}, nil
		}
		return texts(strings.Split(self, "\n")), nil
	},
	"partition": func(self string, _ *exec.Value, params *exec.VarArgs) (any, error) {
		before, behind, found := strings.Cut(self, params.First().String())
		if !found {
			return list{self, "", ""}, nil
		}
		return list{before, params.First().String(), behind}, nil
	},
}

// anyOf reports whether a text fits, or one of a list.
func anyOf(params *exec.VarArgs, fits func(string) bool) bool {
	first := params.First()
	if !first.IsList() {
		return fits(first.String())
	}
	for i := range first.Len() {
		if fits(first.Index(i).String()) {
			return true
		}
	}
	return false
}

// split is Python's: by white space, or by a text, and at most so often.
func split(text string, params *exec.VarArgs, fromEnd bool) list {
	by, limit := params.GetKeywordArgument("sep", nil), params.GetKeywordArgument("maxsplit", -1)
	if len(params.Args) > 0 {
		by = params.Args[0]
	}
	if len(params.Args) > 1 {
		limit = params.Args[1]
	}
	if by.IsNil() || by.String() == "" {
		return texts(strings.Fields(text))
	}
	n := limit.Integer()
	if n < 0 {
		return texts(strings.Split(text, by.String()))
	}
	if !fromEnd {
		return texts(strings.SplitN(text, by.String(), n+1))
	}
	all := strings.Split(text, by.String())
	if n < len(all)-1 {
		keep := len(all) - n
		all = append([]string{strings.Join(all[:keep], by.String())}, all[keep:]...)
	}
	return texts(all)
}

func texts(all []string) list {
	values := make(list, len(all))
	for i, text := range all {
		values[i] = text
	}
	return values
}
