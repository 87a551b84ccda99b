package jsonscan

import (
	"fmt"
	"strings"
)

// scanCases are read tolerantly by the unit tests, cut in two by the split
// tests, and seed the fuzz tests. Valid JSON has no repairs, and its
// rendering is itself.
var scanCases = []struct {
	in string
	// out is the JSON that the repairs make of it; "" stands for in.
	out string
	// repairs are "KIND@offset", in the order in which they were noted.
	repairs string
	// failed is why the reading ends before the value does, and where.
	failed string
}{
	// JSON, as it is.
	{in: `{}`}, {in: `[]`}, {in: `""`}, {in: `0`}, {in: `null`}, {in: `true`}, {in: ` false `, out: ` false`},
	{in: `-0.5e+10`}, {in: `1E400`}, {in: `12345678901234567890`},
	{in: `{"a":{"b":[1,"x",null,{}]},"c":[[],[[]]]}`},
	{in: "{ \"a\" :\t1 ,\r\n\"b\" : 2 }"},
	{in: `{"a":1,"a":2}`},
	{in: `"\"\\\/\b\f\n\r\t\u00e9\ud83d"`},
	{in: `"é 日本 🌦 ` + "\u2028\x7f" + `"`},
	{in: "\"\xff\xe6\x80\""},
	{in: `["}", "]", "{", ",", ":", "// x", "'", "#"]`},

	// Commas.
	{in: `[1,]`, out: `[1]`, repairs: "TRAILING_COMMA@2"},
	{in: `{"a":1 , }`, out: `{"a":1  }`, repairs: "TRAILING_COMMA@7"},
	{in: `{"a":[1,],}`, out: `{"a":[1]}`, repairs: "TRAILING_COMMA@7 TRAILING_COMMA@9"},
	{in: `[1 2]`, out: `[1, 2]`, repairs: "MISSING_COMMA@2"},
	{in: `{"a":1 "b":2}`, out: `{"a":1, "b":2}`, repairs: "MISSING_COMMA@6"},
	{in: `[{}{}["x"][]]`, out: `[{},{},["x"],[]]`, repairs: "MISSING_COMMA@3 MISSING_COMMA@5 MISSING_COMMA@10"},
	{in: `["a" "b"]`, out: `["a", "b"]`, repairs: "MISSING_COMMA@4"},
	{in: `["a""b"]`, failed: "expected ',' or a closer after the value@4"},
	{in: `[,1]`, failed: "expected a value or ']'@1"},
	{in: `[1,,2]`, failed: "expected a value@3"},
	{in: `{,}`, failed: "expected a key or '}'@1"},

	// Strings.
	{in: "\"a\nb\tc\rd\x01\"", out: `"a\nb\tc\rd\u0001"`, repairs: "RAW_CONTROL_CHARACTER@2 RAW_CONTROL_CHARACTER@4 RAW_CONTROL_CHARACTER@6 RAW_CONTROL_CHARACTER@8"},
	{in: "{\"a\nb\":1}", failed: "control character in a string@3"},
	{in: `"\d \' \x41 \u12 \u12g4"`, out: `"\\d \\' \\x41 \\u12 \\u12g4"`, repairs: "INVALID_ESCAPE@1 INVALID_ESCAPE@4 INVALID_ESCAPE@7 INVALID_ESCAPE@12 INVALID_ESCAPE@17"},
	{in: "\"a\\\nb\"", out: `"a\\\nb"`, repairs: "INVALID_ESCAPE@2 RAW_CONTROL_CHARACTER@3"},
	{in: `'a'`, out: `"a"`, repairs: "QUOTE_STYLE@0"},
	{in: `{'a':'b "c" d'}`, out: `{"a":"b \"c\" d"}`, repairs: "QUOTE_STYLE@1 QUOTE_STYLE@5"},
	{in: `'it\'s \x41\101\a\v \q'`, out: `"it's \u0041\u0041\u0007\u000b \\q"`, repairs: "QUOTE_STYLE@0 INVALID_ESCAPE@7 INVALID_ESCAPE@11 INVALID_ESCAPE@15 INVALID_ESCAPE@17 INVALID_ESCAPE@20"},
	{in: "'a\\\nb'", out: `"ab"`, repairs: "QUOTE_STYLE@0 INVALID_ESCAPE@2"},
	{in: `“a”`, out: `"a"`, repairs: "QUOTE_STYLE@0"},
	{in: `[”a”, „b“, „c”, ‘d’, ’e’]`, out: `["a", "b", "c", "d", "e"]`, repairs: "QUOTE_STYLE@1 QUOTE_STYLE@10 QUOTE_STYLE@19 QUOTE_STYLE@28 QUOTE_STYLE@37"},
	{in: `“a "b" ‘c’”`, out: `"a \"b\" ‘c’"`, repairs: "QUOTE_STYLE@0"},
	{in: `"“a” 'b'"`},

	// Words.
	{in: `[True,False,None]`, out: `[true,false,null]`, repairs: "PYTHON_LITERAL@1 PYTHON_LITERAL@6 PYTHON_LITERAL@12"},
	{in: `[NaN,Infinity,-Infinity,nan,inf,-inf]`, out: `[null,null,null,null,null,null]`, repairs: "NON_FINITE_NUMBER@1 NON_FINITE_NUMBER@5 NON_FINITE_NUMBER@14 NON_FINITE_NUMBER@24 NON_FINITE_NUMBER@28 NON_FINITE_NUMBER@32"},
	{in: `{a:1, $b_2 : 2}`, out: `{"a":1, "$b_2" : 2}`, repairs: "UNQUOTED_KEY@1 UNQUOTED_KEY@6"},
	{in: `[01]`, failed: "not a JSON value@1"},
	{in: `[1.]`, failed: "not a JSON value@1"},
	{in: `[-]`, failed: "not a JSON value@1"},
	{in: `[+1]`, failed: "not a JSON value@1"},
	{in: `[.5]`, failed: "not a JSON value@1"},
	{in: `[1e]`, failed: "not a JSON value@1"},
	{in: `[TRUE]`, failed: "not a JSON value@1"},
	{in: `[word]`, failed: "not a JSON value@1"},
	{in: `[1/6]`, failed: "expected ',' or a closer after the value@2"},
	{in: `[<x>]`, failed: "expected a value or ']'@1"},
	{in: `{1:2}`, failed: "expected a key or '}'@1"},

	// White space and comments.
	{in: "\ufeff[\u00a01,\u30002]", out: `[1,2]`, repairs: "WHITE_SPACE@0 WHITE_SPACE@4 WHITE_SPACE@8"},
	{in: "[1 // one\n,2]", out: "[1 \n,2]", repairs: "COMMENT@3"},
	{in: `[1,/* , */2]`, out: `[1,2]`, repairs: "COMMENT@3"},
	{in: "[1,# x\n]", out: "[1\n]", repairs: "COMMENT@3 TRAILING_COMMA@2"},
	{in: `[/**/]`, out: `[]`, repairs: "COMMENT@1"},
	{in: `[/*/ */1]`, out: `[1]`, repairs: "COMMENT@1"},
	{in: ` /*000000*/0 `, out: ` 0`, repairs: "COMMENT@1"},
	{in: "{} # x\n", out: "{}"},
	{in: "[{} // x\n, [] /* y */]", out: "[{} \n, [] ]", repairs: "COMMENT@4 COMMENT@14"},
	{in: `[1/]`, failed: "expected ',' or a closer after the value@2"},

	// Closers.
	{in: `[1}`, failed: "expected ',' or a closer after the value@2"},
	{in: `{"a":1]`, failed: "expected ',' or a closer after the value@6"},
	{in: `{"a"}`, failed: "expected ':' after the key@4"},
	{in: `{"a":}`, failed: "expected a value@5"},
	{in: `}`, failed: "expected a value@0"},

	// Cut off.
	{in: ``, failed: "end@0"},
	{in: `{"a":[1`, failed: "end@7"},
	{in: `"abc`, failed: "end@4"},
	{in: `"abc\`, failed: "end@4"},
	{in: `"\u00`, failed: "end@1"},
	{in: `[“a`, failed: "end@5"},
	{in: `[/* `, failed: "end@4"},
	{in: `{"a"`, failed: "end@4"},

	// Depth: the tests read to a depth of 8.
	{in: `[[[[[[[[]]]]]]]]`},
	{in: `[[[[[[[[[]]]]]]]]]`, failed: "too deep@8"},
}

const testDepth = 8

// reading is the result of a scan.
type reading struct {
	tokens  string
	out     string
	repairs string
	failed  string
	end     int
}

// read scans text that arrives cut at the given offsets. check is called after
// each chunk.
func read(text string, t Tolerance, cuts []int, check func(s *Scanner, log *Log, w *Window)) reading {
	var s Scanner
	var log Log
	var tokens strings.Builder
	s.Start(0, testDepth, t, &log)
	var failed string
	for i := 0; failed == "" && !s.Done() && i <= len(cuts); i++ {
		w := &Window{Win: []byte(text), Final: i == len(cuts)}
		if !w.Final {
			w.Win = w.Win[:cuts[i]]
		}
		failed = readPiece(&s, w, &tokens)
		if check != nil {
			check(&s, &log, w)
		}
	}
	r := reading{tokens: tokens.String(), failed: failed, end: s.Pos()}
	for i, repair := range log.Repairs {
		if i > 0 {
			r.repairs += " "
		}
		r.repairs += fmt.Sprintf("%s@%d", repair.Kind, repair.Offset)
	}
	if s.Done() {
		r.out = string(log.Append(nil, &Window{Win: []byte(text)}, 0, s.Pos()))
	}
	return r
}

// readPiece reads the value as far as it is at hand. It returns why that failed.
func readPiece(s *Scanner, w *Window, tokens *strings.Builder) string {
	for !s.Done() {
		t := s.Next(w)
		switch t.Kind {
		case More:
			return ""
		case End:
			return fmt.Sprintf("end@%d", t.Start)
		case Unexpected:
			return fmt.Sprintf("%s@%d", s.Message(), t.Start)
		case TooDeep:
			return fmt.Sprintf("too deep@%d", t.Start)
		}
		fmt.Fprintf(tokens, "%d %d:%d\n", t.Kind, t.Start, t.End)
	}
	return ""
}
