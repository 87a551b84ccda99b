package chattemplate

import (
	"strconv"
	"strings"

	"github.com/nikolalohinski/gonja/v2/builtins"
	"github.com/nikolalohinski/gonja/v2/exec"
)

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
