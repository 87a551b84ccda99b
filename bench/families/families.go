// Package families lists the families that the benchmarks run.
package families

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/claude"
	"github.com/toolparser/toolparser/parsers/gemini"
	"github.com/toolparser/toolparser/parsers/kimi"
	"github.com/toolparser/toolparser/parsers/ksi"
	"github.com/toolparser/toolparser/parsers/llama3"
	"github.com/toolparser/toolparser/parsers/openai"
)

// All returns the families, made anew.
func All() []*parsers.Family {
	return []*parsers.Family{
		llama3.Family(), kimi.Family(), claude.Family(), ksi.Family(), openai.Family(), gemini.Family(),
	}
}
