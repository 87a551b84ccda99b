package jsonrepair_test

import (
	"fmt"

	"github.com/toolparser/toolparser/parsers/jsonrepair"
)

func ExampleRepair() {
	text := []byte(`{'city': 'Oslo', "note": "say "hi" first", "days": 3,}`)
	r, err := jsonrepair.Repair(text, jsonrepair.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s\n", r.JSON)
	for _, made := range r.Repairs {
		fmt.Println(made.Offset, made.Kind)
	}
	// Output:
	// {"city": "Oslo", "note": "say \"hi\" first", "days": 3}
	// 1 QUOTE_STYLE
	// 9 QUOTE_STYLE
	// 30 UNESCAPED_QUOTE
	// 33 UNESCAPED_QUOTE
	// 52 TRAILING_COMMA
}

// Text that was cut off keeps what is complete.
func ExampleRepair_cutOff() {
	r, err := jsonrepair.Repair([]byte(`{"city": "Oslo", "days": [1, 2`), jsonrepair.Options{CutOff: true})
	fmt.Printf("%s %v\n", r.JSON, err)
	// Output:
	// {"city": "Oslo", "days": [1]} <nil>
}
