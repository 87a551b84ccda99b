package chattemplate

import (
	"strings"
	"testing"
)

// TestRender: what templates write of Jinja and Python means what it means there.
func TestRender(t *testing.T) {
	for template, want := range map[string]string{
		// What the engine doesn't know, and is written in another way for it.
		"{{ ('a' if x else 'b') ~ 'c' }}":                                                     "bc",
		"{{ 'a' if x else 'b' if y else 'c' }}":                                               "c",
		"{{ [1, 2 if x else 3] | tojson }}":                                                   "[1, 3]",
		"{{ ('a' if true) ~ ('b' if false) }}":                                                "a",
		"{{ ('a' ~ 'b').upper() }}":                                                           "AB",
		"{{ ('a,b' | string).split(',')[-1] }}":                                               "b",
		"{{ 'ab' * 2 ~ 'c' }}{{ 2 * 3 }}":                                                     "ababc6",
		"{{ ['only'][-1] }}{{ {512: 'k'}[512] }}":                                             "onlyk",
		`{{ 'it\'s' ~ "a \"b\"\n" ~ '\\' }}`:                                                  "it'sa \"b\"\n\\",
		"{% if 'a' if x else 'b' %}yes{% endif %}":                                            "yes",
		"{% set a = ('x' if x else 'y') %}{{ a }}":                                            "y",
		"{% generation %}a{% endgeneration %}":                                                "a",
		"{% raw %}{{ a }}{% endraw %}{# {{ a }} #}":                                           "{{ a }}",
		"{{ '}}' ~ '%}' }}":                                                                   "}}%}",
		"{% macro f(a, b='c') %}{{ a ~ b }}{% endmacro %}{{ f('x') }}":                        "xc",
		"{% for i in [1, 2, 3] %}{% if i == 2 %}{% continue %}{% endif %}{{ i }}{% endfor %}": "13",
		// White space, as Transformers sets it.
		"a\n  {% if true %}\nb\n  {% endif %}\nc\n": "a\nb\nc",
		"a {%- if true -%} b {%- endif %} c":        "ab c",
		// Filters, methods and tests.
		"{{ 'a\nb' | indent(2) }}{{ '{}-{k}'.format(1, k='v') }}":                                 "a\n  b1-v",
		`{{ {"b": "é<", "a": none} | tojson }}`:                                                   `{"b": "é<", "a": null}`,
		`{{ "é" | tojson(ensure_ascii=true) }}`:                                                   `"\u00e9"`,
		`{{ {"a": [1, true]} | tojson(indent=2) }}`:                                               "{\n  \"a\": [\n    1,\n    true\n  ]\n}",
		`{{ {"a": 1, "b": 2} | tojson(separators=(",", ":")) }}`:                                  `{"a":1,"b":2}`,
		"{{ '  a '.strip() }}{{ 'xxa'.lstrip('x') }}{{ 'a\n'.rstrip('\n') }}":                     "aaa",
		"{{ 'a b  c'.split() | length }}{{ 'a-b-c'.split('-', 1)[1] }}":                           "3b-c",
		"{{ 'a-b-c'.rsplit('-', 1)[0] }}":                                                         "a-b",
		"{{ 'abc'.startswith('ab') }}{{ 'abc'.endswith(('x', 'c')) }}":                            "TrueTrue",
		"{{ 'aXbX'.replace('X', '') }}{{ 'a'.title() }}":                                          "abA",
		"{% for k, v in {'b': 1, 'a': 2}.items() %}{{ k }}{{ v }}{% endfor %}":                    "b1a2",
		"{% for k, v in {'b': 1, 'a': 2} | dictsort %}{{ k }}{% endfor %}":                        "ab",
		"{{ {'a': 1}.get('b', 'c') }}{{ 'a' in {'a': 1} }}":                                       "cTrue",
		"{{ 'a' is string }}{{ {} is mapping }}{{ 'a' is sequence }}":                             "TrueTrueTrue",
		"{{ nothing is defined }}{{ 1 is true }}{{ true is true }}":                               "FalseFalseTrue",
		"{% for i in range(3) %}{{ i }}{% endfor %}{{ [1, 2, 3][::-1] | tojson }}":                "012[3, 2, 1]",
		"{{ strftime_now('%Y') | length }}":                                                       "4",
		"{% set ns = namespace(a=1) %}{% for i in [1] %}{% set ns.a = 2 %}{% endfor %}{{ ns.a }}": "2",
	} {
		e, err := newEngine(template)
		if err != nil {
			t.Errorf("%s: %v", template, err)
			continue
		}
		got, err := e.render(map[string]any{"x": false, "y": false})
		if err != nil || got != want {
			t.Errorf("%s is %q, %v, want %q", template, got, err, want)
		}
	}
}

// TestNotesAreComments: a template's own text can't leave the comment that it is reported
// in.
func TestNotesAreComments(t *testing.T) {
	i := new(inference)
	i.note("It says: %v.", &raised{"a\nname: 'b'\r\nc"})
	if want := "It says: the template says: a name: 'b' c."; len(i.notes) != 1 || i.notes[0] != want || strings.ContainsAny(i.notes[0], "\r\n") {
		t.Errorf("the notes are %q", i.notes)
	}
}
