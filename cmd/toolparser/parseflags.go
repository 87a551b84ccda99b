package main

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

var contentPolicies = map[string]toolparserv1.ContentPolicy{
	"joined":   toolparserv1.ContentPolicy_CONTENT_POLICY_JOINED,
	"verbatim": toolparserv1.ContentPolicy_CONTENT_POLICY_VERBATIM,
}

var finishReasons = map[string]toolparserv1.FinishReason{
	"stop":       toolparserv1.FinishReason_FINISH_REASON_STOP,
	"length":     toolparserv1.FinishReason_FINISH_REASON_LENGTH,
	"tool_calls": toolparserv1.FinishReason_FINISH_REASON_TOOL_CALLS,
}

func (p *parseCommand) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVarP(&p.request.Family, "family", "f", "", "`name` or alias of the model family (see toolparser families)")
	f.StringVarP(&p.request.Model, "model", "m", "", "model `id`, which picks the family when none is given")
	f.StringVarP(&p.toolsFile, "tools", "t", "", "`file` with the tools that the model was offered")
	f.StringSliceVar(&p.request.FallbackFamilies, "fallback-families", nil, "`families` to try in turn when no call was accepted")
	f.Var(newEnumFlag(&p.request.FinishReason, finishReasons), "finish-reason", "why generation ended: "+choices(finishReasons))
	f.Int32Var(&p.request.PriorToolCalls, "prior-tool-calls", 0, "`number` of tool calls earlier in the conversation; ids that are made count on from it")

	f.Float64Var(&p.options.MinConfidence, "min-confidence", 0, "accept no call under this `confidence`, in [0, 1]")
	f.BoolVar(&p.options.DisableRepair, "disable-repair", false, "accept only what parses strictly")
	f.BoolVar(&p.options.AcceptIncomplete, "accept-incomplete", false, "accept a call cut off at the end of the output")
	f.BoolVar(&p.options.RejectUnknownTools, "reject-unknown-tools", false, "reject calls of tools that are not in the tools file")
	f.BoolVar(&p.options.ValidateArguments, "validate-arguments", false, "check arguments against the tools' schemas")
	f.Var(newEnumFlag(&p.options.ContentPolicy, contentPolicies), "content-policy", "how the text around the calls is put together: "+choices(contentPolicies))
	f.BoolVar(&p.options.BufferToolCalls, "buffer-tool-calls", false, "with --chunk: send each call whole")

	f.BoolVar(&p.text, "text", false, "print the output with the calls marked instead of JSON")
	f.StringVar(&p.color, "color", colorAuto, "with --text: `when` to use colour: auto, always or never; auto means on a terminal, unless NO_COLOR is set")
	f.IntVar(&p.chunk, "chunk", 0, "print the deltas of a stream cut every `n` bytes, code points kept whole")
	f.BoolVar(&p.exitStatus, "exit-status", false, "exit with 3 when no call was accepted")

	c.MarkFlagsOneRequired("family", "model")
	c.MarkFlagsMutuallyExclusive("text", "chunk")
	c.MarkFlagsMutuallyExclusive("fallback-families", "chunk")
	c.PreRunE = func(*cobra.Command, []string) error { return p.checkFlags() }
	p.addCompletions(c)
}

func (p *parseCommand) checkFlags() error {
	if p.chunk < 0 {
		return errors.New("--chunk must not be negative")
	}
	if !slices.Contains(colorModes, p.color) {
		return fmt.Errorf("--color must be one of %s", strings.Join(colorModes, ", "))
	}
	return nil
}

func (p *parseCommand) addCompletions(c *cobra.Command) {
	for flag, f := range map[string]cobra.CompletionFunc{
		"family":            completeFamily(p.registry),
		"fallback-families": completeFamily(p.registry),
		"model":             cobra.NoFileCompletions,
		"finish-reason":     cobra.FixedCompletions(names(finishReasons), cobra.ShellCompDirectiveNoFileComp),
		"content-policy":    cobra.FixedCompletions(names(contentPolicies), cobra.ShellCompDirectiveNoFileComp),
		"color":             cobra.FixedCompletions(colorModes, cobra.ShellCompDirectiveNoFileComp),
	} {
		cobra.CheckErr(c.RegisterFlagCompletionFunc(flag, f))
	}
}

// An enumFlag is a flag whose value is one of few names.
type enumFlag[T comparable] struct {
	value   *T
	choices map[string]T
}

func newEnumFlag[T comparable](value *T, choices map[string]T) *enumFlag[T] {
	return &enumFlag[T]{value, choices}
}

// String is the name of the value; empty for none.
func (f *enumFlag[T]) String() string {
	if f.value == nil {
		return "" // pflag asks a zero flag for its default
	}
	for name, value := range f.choices {
		if value == *f.value {
			return name
		}
	}
	return ""
}

// Set takes a name.
func (f *enumFlag[T]) Set(name string) error {
	value, ok := f.choices[name]
	if !ok {
		return fmt.Errorf("must be one of %s", choices(f.choices))
	}
	*f.value = value
	return nil
}

// Type is what the help calls the value.
func (f *enumFlag[T]) Type() string { return "name" }

func names[T any](choices map[string]T) []string { return slices.Sorted(maps.Keys(choices)) }

func choices[T any](m map[string]T) string { return strings.Join(names(m), ", ") }
