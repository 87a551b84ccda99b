package values

import "testing"

func TestEqual(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{`{"a": 1, "b": ["x", null]}`, `{"b":["\u0078",null],"a":1}`, true},
		{`{"a": 1}`, `{"a": 1, "b": 2}`, false},
		{`{"a": 1}`, `{"b": 1}`, false},
		{`[1]`, `[1, 1]`, false},
		{`"1"`, `1`, false},
		{`1`, `2`, false},
		{`{}`, `[]`, false},
		{`{`, `{`, false},
		{`1`, ``, false},
	} {
		if got := Equal([]byte(c.a), []byte(c.b)); got != c.want {
			t.Errorf("Equal(%s, %s) = %v", c.a, c.b, got)
		}
	}
}

func TestContradicts(t *testing.T) {
	for object, want := range map[string]bool{
		`{"a": 1, "b": 2}`: false, `{"a": 1, "a": 1}`: false, `{"a": [1], "b": 2, "a": [ 1 ]}`: false,
		`{"a": 1, "a": 2}`: true, `{"a": 1, "a": 1, "a": 2}`: true, `{"a": {"b": 1, "b": 2}}`: false, `{"a": 1, "a"`: false, `{`: false, ``: false,
	} {
		if got := Contradicts([]byte(object)); got != want {
			t.Errorf("Contradicts(%s) = %v", object, got)
		}
	}
}
