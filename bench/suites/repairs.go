package main

import (
	"encoding/json"
	"errors"
	"strconv"

	"github.com/toolparser/toolparser/bench/exact"
	"github.com/toolparser/toolparser/parsers/jsonrepair"
)

// A repair is a test of a library that repairs JSON.
type repair struct {
	key string
	// input is repaired to want, which is JSON. refused: the library returns an error.
	input, want string
	// path, if there is one, is the member that want is about.
	path    []string
	refused bool
}

// value is the JSON that the test is about.
func (r *repair) value(text []byte) string {
	for _, key := range r.path {
		var object map[string]json.RawMessage
		var list []json.RawMessage
		if json.Unmarshal(text, &object) == nil {
			text = object[key]
		} else if i, err := strconv.Atoi(key); err == nil && json.Unmarshal(text, &list) == nil && i < len(list) {
			text = list[i]
		} else {
			return ""
		}
	}
	return string(text)
}

// A refusal is a group of tests that this project refuses for one reason.
type refusal struct {
	message  string
	tests    int
	examples []repair
}

// A repaired is how this project answers the tests of a library.
type repaired struct {
	same, doubted, refused, other, both, tests int
	refusals                                   map[string]*refusal
	differences                                []difference
}

// compareRepairs repairs all inputs and compares the values.
func compareRepairs(repairs []repair) repaired {
	out := repaired{refusals: map[string]*refusal{}}
	for _, r := range repairs {
		out.tests++
		result, err := fix(r.input)
		value := r.value(result.JSON)
		switch {
		case err != nil && r.refused:
			out.both++
		case err != nil:
			out.refused++
			message := problem(err)
			if out.refusals[message] == nil {
				out.refusals[message] = &refusal{message: message}
			}
			g := out.refusals[message]
			g.tests++
			if len(g.examples) < 3 {
				g.examples = append(g.examples, r)
			}
		case !r.refused && (exact.Equal(r.want, value) || r.want == value):
			out.same++
			if result.SecondReading {
				out.doubted++
			}
		default:
			out.other++
			what := "another value"
			if r.refused {
				what = "accepted"
			}
			if result.SecondReading {
				what += ", second reading"
			}
			out.differences = append(out.differences, difference{r.key, what, r.input, r.want, value})
		}
	}
	return out
}

// fix repairs a text; one that ends too early, as far as it goes.
func fix(input string) (jsonrepair.Result, error) {
	result, err := jsonrepair.Repair([]byte(input), jsonrepair.Options{})
	var failed *jsonrepair.Error
	if errors.As(err, &failed) && failed.CutOff {
		return jsonrepair.Repair([]byte(input), jsonrepair.Options{CutOff: true})
	}
	return result, err
}

// problem is the message of an error, without its place.
func problem(err error) string {
	var failed *jsonrepair.Error
	if !errors.As(err, &failed) {
		return err.Error()
	}
	if failed.CutOff {
		return failed.Message + " (cut off)"
	}
	return failed.Message
}
