package gateway

import "testing"

func TestSameArguments(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{`{"a":1,"b":[true,null]}`, ` { "b": [ true, null ], "a": 1.0 } `, true},
		{`{"a":1}`, `{"a":"1"}`, true},
		{`{"a":true}`, `{"a":"true"}`, true},
		{`{"a":null}`, `{"a":"null"}`, true},
		{`{"a":{"b":1}}`, `{"a":"{\"b\": 1}"}`, true},
		{`{"a":"[1, 2]"}`, `{"a":[1,2]}`, true},
		{`{"a":"x"}`, `{"a":"x "}`, false},
		{`{"a":"1"}`, `{"a":"1.0"}`, false},
		{`{"a":1}`, `{"a":2}`, false},
		{`{"a":1}`, `{"a":1,"b":2}`, false},
		{`{"a":1}`, `{"b":1}`, false},
		{`{"a":[1,2]}`, `{"a":[2,1]}`, false},
		{`{"a":{}}`, `{"a":[]}`, false},
		{`{"a":""}`, `{"a":null}`, false},
		{`{}`, ``, false},
		{`{"a"`, `{"a"`, false},
	} {
		if got := sameArguments(test.a, test.b); got != test.want {
			t.Errorf("sameArguments(%s, %s) = %v", test.a, test.b, got)
		}
		if got := sameArguments(test.b, test.a); got != test.want {
			t.Errorf("sameArguments(%s, %s) = %v", test.b, test.a, got)
		}
	}
}
