package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/history"
)

// addPolicyFlags adds the flags that say which calls in text count. Their names have a prefix.
func addPolicyFlags(f *pflag.FlagSet, prefix string, policy *gateway.Policy) {
	f.StringVar(&policy.Family, prefix+"family", "", "`family` that reads all texts; by default the model decides")
	f.Float64Var(&policy.MinConfidence, prefix+"min-confidence", gateway.DefaultMinConfidence, "minimum confidence, from 0 to 1, of a call in markup; 0 for the default")
	f.Float64Var(&policy.MinPlainConfidence, prefix+"min-plain-confidence", gateway.DefaultMinPlainConfidence, "minimum confidence, from 0 to 1, of a call in plain text; 0 for the default")
	f.StringSliceVar(&policy.RequireMarkup, prefix+"require-markup", nil, "`tools` that plain text can't call; * for all")
	f.BoolVar(&policy.SeparateReasoning, prefix+"separate-reasoning", false, "move a thought, such as <think>, from the start of the content to the API's field for reasoning")
}

// histories are the ways to treat the calls of earlier turns, and emptyArguments of those without arguments.
var (
	histories      = []choice[history.Mode]{{"heal", history.Heal}, {"pass", history.Pass}, {"complete", history.Complete}}
	emptyArguments = []choice[history.Empty]{{"pass", history.EmptyPass}, {"object", history.EmptyObject}}
)

// addHistoryFlag adds the flag that says how to treat the calls of earlier turns. Its name has a prefix.
func addHistoryFlag(c *cobra.Command, prefix string, mode *history.Mode) {
	*mode = history.Heal
	c.Flags().Var(newEnumFlag(mode, histories), prefix+"history", "how to treat earlier calls in requests whose arguments aren't JSON: heal, pass (unchanged) or complete (also answer calls without results)")
	cobra.CheckErr(c.RegisterFlagCompletionFunc(prefix+"history", completeChoice(histories)))
}
