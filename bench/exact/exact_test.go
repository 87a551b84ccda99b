package exact

import "testing"

func TestEqual(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{`{"a": 1, "b": [true, null]}`, `{"b":[true,null],"a":1}`, true},
		{`{"a": 9007199254740993}`, `{"a": 9007199254740992}`, false},
		{`{"a": 1.0}`, `{"a": 1}`, true},
		{`{"a": "1"}`, `{"a": 1}`, false},
		{`{"a": 1, "a": 1}`, `{"a": 1}`, false},
		{`{"a": 1, "a": 1}`, `{"a": 1, "a": 1}`, false},
		{`{"a": 1}{}`, `{"a": 1}`, false},
		{`{"a": "\u0041"}`, `{"a": "A"}`, true},
		{`{"a": null}`, `{"b": null}`, false},
		{``, ``, false},
	} {
		if got := Equal(tt.a, tt.b); got != tt.want {
			t.Errorf("Equal(%s, %s) = %v", tt.a, tt.b, got)
		}
	}
}
