// Package families registers the model families of this project: the service,
// the command line, the tests and the benchmarks take them from here.
//
// [Registry] has all of them, for programs. [All] is the list of which it is made, [Named] the list without auto, and
// [Announced] those that auto reads.
package families

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/apertus"
	"github.com/toolparser/toolparser/parsers/apriel"
	"github.com/toolparser/toolparser/parsers/auto"
	"github.com/toolparser/toolparser/parsers/beam"
	"github.com/toolparser/toolparser/parsers/claude"
	"github.com/toolparser/toolparser/parsers/cohere"
	"github.com/toolparser/toolparser/parsers/cwm"
	"github.com/toolparser/toolparser/parsers/deepseek"
	"github.com/toolparser/toolparser/parsers/dots"
	"github.com/toolparser/toolparser/parsers/ernie"
	"github.com/toolparser/toolparser/parsers/firefunction"
	"github.com/toolparser/toolparser/parsers/functionary"
	"github.com/toolparser/toolparser/parsers/gemini"
	"github.com/toolparser/toolparser/parsers/gemma"
	"github.com/toolparser/toolparser/parsers/gigachat"
	"github.com/toolparser/toolparser/parsers/glm"
	"github.com/toolparser/toolparser/parsers/gpt_oss"
	"github.com/toolparser/toolparser/parsers/granite"
	"github.com/toolparser/toolparser/parsers/hermes"
	"github.com/toolparser/toolparser/parsers/hunyuan"
	"github.com/toolparser/toolparser/parsers/hyperclovax"
	"github.com/toolparser/toolparser/parsers/inkling"
	"github.com/toolparser/toolparser/parsers/internlm"
	"github.com/toolparser/toolparser/parsers/iquest"
	"github.com/toolparser/toolparser/parsers/jamba"
	"github.com/toolparser/toolparser/parsers/k2_horizon"
	"github.com/toolparser/toolparser/parsers/kimi"
	"github.com/toolparser/toolparser/parsers/ksi"
	"github.com/toolparser/toolparser/parsers/laguna"
	"github.com/toolparser/toolparser/parsers/llama3"
	"github.com/toolparser/toolparser/parsers/longcat"
	"github.com/toolparser/toolparser/parsers/mimo"
	"github.com/toolparser/toolparser/parsers/minicpm"
	"github.com/toolparser/toolparser/parsers/minimax"
	"github.com/toolparser/toolparser/parsers/miro"
	"github.com/toolparser/toolparser/parsers/mistral"
	"github.com/toolparser/toolparser/parsers/muse"
	"github.com/toolparser/toolparser/parsers/nemotron_deci"
	"github.com/toolparser/toolparser/parsers/openai"
	"github.com/toolparser/toolparser/parsers/pangu"
	"github.com/toolparser/toolparser/parsers/passthrough"
	"github.com/toolparser/toolparser/parsers/phi4"
	"github.com/toolparser/toolparser/parsers/plamo"
	"github.com/toolparser/toolparser/parsers/pythonic"
	"github.com/toolparser/toolparser/parsers/qwen3_coder"
	"github.com/toolparser/toolparser/parsers/react"
	"github.com/toolparser/toolparser/parsers/sarashina"
	"github.com/toolparser/toolparser/parsers/solar"
	"github.com/toolparser/toolparser/parsers/solar2"
	"github.com/toolparser/toolparser/parsers/spark"
	"github.com/toolparser/toolparser/parsers/step3"
	"github.com/toolparser/toolparser/parsers/step_audio"
	"github.com/toolparser/toolparser/parsers/telechat"
	"github.com/toolparser/toolparser/parsers/trinity"
	"github.com/toolparser/toolparser/parsers/ui_tars"
	"github.com/toolparser/toolparser/parsers/xlam"
	"github.com/toolparser/toolparser/parsers/zaya"
)

// All returns every family, made anew, in the order in which they are listed.
func All() []*parsers.Family {
	named := Named()
	common := auto.Family(Announced(named))
	auto.Admit(common, named...)
	return append(named, common)
}

// unread are the families that auto doesn't read: passthrough has no calls; what holds calls in
// the messages of muse holds the arguments of one in those of gpt_oss; the token before the roles of
// hyperclovax ends the turn in others; other families open with less than step_audio does; the words
// of react and ui_tars announce nothing.
var unread = []string{"passthrough", "muse", "hyperclovax", "step_audio", "react", "ui_tars"}

// Announced are those of the families that auto reads.
func Announced(families []*parsers.Family) []*parsers.Family {
	return slices.DeleteFunc(slices.Clone(families), func(f *parsers.Family) bool {
		return slices.Contains(unread, f.Name)
	})
}

// Named returns the families that a model is known for: all but auto, which is made of them.
func Named() []*parsers.Family {
	return []*parsers.Family{
		llama3.Family(),
		hermes.Family(),
		pythonic.Family(),
		phi4.Family(),
		jamba.Family(),
		xlam.Family(),
		internlm.Family(),
		nemotron_deci.Family(),
		granite.Family(),
		mistral.Family(),
		plamo.Family(),
		pangu.Family(),
		solar.Family(),
		solar2.Family(),
		apertus.Family(),
		sarashina.Family(),
		firefunction.Family(),
		apriel.Family(),
		trinity.Family(),
		ernie.Family(),
		kimi.Family(),
		claude.Family(),
		ksi.Family(),
		openai.Family(),
		gemini.Family(),
		qwen3_coder.Family(),
		mimo.Family(),
		glm.Family(),
		minimax.Family(),
		laguna.Family(),
		spark.Family(),
		telechat.Family(),
		iquest.Family(),
		hyperclovax.Family(),
		longcat.Family(),
		k2_horizon.Family(),
		hunyuan.Family(),
		dots.Family(),
		gigachat.Family(),
		step3.Family(),
		step_audio.Family(),
		minicpm.Family(),
		deepseek.Family(),
		gpt_oss.Family(),
		cohere.Family(),
		inkling.Family(),
		beam.Family(),
		muse.Family(),
		functionary.Family(),
		gemma.Family(),
		zaya.Family(),
		cwm.Family(),
		miro.Family(),
		ui_tars.Family(),
		react.Family(),
		passthrough.Family(),
	}
}

// Registry returns a registry of all families. Programs may register more.
func Registry() *parsers.Registry {
	registry, err := parsers.NewRegistry(All()...)
	if err != nil {
		panic(err) // the table above contradicts itself: a test would have shown it
	}
	return registry
}
