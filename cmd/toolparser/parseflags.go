package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/status"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

var contentPolicies = []choice[toolparserv1.ContentPolicy]{
	{"joined", toolparserv1.ContentPolicy_CONTENT_POLICY_JOINED},
	{"verbatim", toolparserv1.ContentPolicy_CONTENT_POLICY_VERBATIM},
	{"clean", toolparserv1.ContentPolicy_CONTENT_POLICY_CLEAN},
}

var finishReasons = []choice[toolparserv1.FinishReason]{
	{"stop", toolparserv1.FinishReason_FINISH_REASON_STOP},
	{"length", toolparserv1.FinishReason_FINISH_REASON_LENGTH},
	{"tool_calls", toolparserv1.FinishReason_FINISH_REASON_TOOL_CALLS},
}

func (p *parseCommand) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVarP(&p.request.Family, "family", "f", "", "`name` or alias of the model family (see toolparser families); auto if there is no --model either")
	f.StringVarP(&p.request.Model, "model", "m", "", "model `id`, which selects the family if --family is missing")
	f.StringVarP(&p.toolsFile, "tools", "t", "", "`file` with the tools that the model was offered")
	f.StringSliceVar(&p.request.FallbackFamilies, "fallback-families", nil, "`families` to try, in order, if no call was accepted")
	f.Var(newEnumFlag(&p.request.FinishReason, finishReasons), "finish-reason", "why generation ended: "+oneOf(finishReasons))
	f.Int32Var(&p.request.PriorToolCalls, "prior-tool-calls", 0, "`number` of earlier tool calls in the conversation; generated ids continue from it")
	f.BoolVar(&p.request.ReasoningOpen, "reasoning-open", false, "the output starts inside the reasoning, because the prompt opened it")

	f.StringVar(&p.toolChoice, "tool-choice", "auto", "what the request to the model said of tools: `auto`, none, required, or the name of the tool that the model had to call")

	f.Float64Var(&p.options.MinConfidence, "min-confidence", 0, "reject calls below this `confidence`, from 0 to 1")
	f.BoolVar(&p.options.DisableRepair, "disable-repair", false, "accept only calls that need no repair")
	f.BoolVar(&p.options.AcceptIncomplete, "accept-incomplete", false, "accept a call cut off at the end of the output")
	f.BoolVar(&p.options.RejectUnknownTools, "reject-unknown-tools", false, "reject calls of tools that are not in the tools file")
	f.BoolVar(&p.options.ValidateArguments, "validate-arguments", false, "check arguments against the tools' schemas")
	f.Var(newEnumFlag(&p.options.ContentPolicy, contentPolicies), "content-policy", "how the text around calls becomes the content: "+oneOf(contentPolicies))
	f.BoolVar(&p.options.BufferToolCalls, "buffer-tool-calls", false, "with --chunk: send each call complete")
	f.StringSliceVar(&p.options.Formats, "formats", nil, "`formats` that count, as toolparser families NAME lists them; the rest is content")
	f.BoolVar(&p.options.NativeOnly, "native-only", false, "read only the family's own formats, and not the common ones")
	f.BoolVar(&p.options.SeparateReasoning, "separate-reasoning", false, "return the model's reasoning in its own field, not in the content")

	p.families.addFlags(f)

	f.BoolVar(&p.text, "text", false, "print the output with the calls marked instead of JSON")
	f.Var(newEnumFlag(&p.color, colorModes), "color", "`when` to use color with --text: "+oneOf(colorModes)+"; auto means on a terminal, unless NO_COLOR is set")
	f.IntVar(&p.chunk, "chunk", 0, "print the deltas of a stream in chunks of `n` bytes; no code point is cut")
	f.BoolVar(&p.exitStatus, "exit-status", false, "end with exit code 3 if no call was accepted")

	c.MarkFlagsMutuallyExclusive("text", "chunk")
	c.MarkFlagsMutuallyExclusive("fallback-families", "chunk")
	c.PreRunE = p.checkFlags
	p.addCompletions(c)
}

// checkFlags tells in this program's words what cobra's groups of flags, which
// completion uses, would tell in theirs.
func (p *parseCommand) checkFlags(c *cobra.Command, _ []string) error {
	chunked := c.Flags().Changed("chunk")
	switch {
	case chunked && p.chunk < 1:
		return fmt.Errorf("--chunk %d: want 1 byte or more", p.chunk)
	case p.toolChoice == "":
		return errors.New(`--tool-choice "": want auto, none, required or the name of a tool`)
	case chunked && p.text:
		return errors.New("--chunk and --text are two ways to print: want one of them")
	case chunked && len(p.request.GetFallbackFamilies()) > 0:
		return errors.New("--chunk parses as a stream, which has no --fallback-families: want one of them")
	case !p.text && c.Flags().Changed("color"):
		return errors.New("--color needs --text: JSON has no colours")
	case !chunked && p.options.GetBufferToolCalls():
		return errors.New("--buffer-tool-calls needs --chunk: only a stream sends calls in pieces")
	case p.toolsFile == "" && p.options.GetValidateArguments():
		return errors.New("--validate-arguments needs --tools: the schemas are there")
	case p.toolsFile == "" && p.options.GetRejectUnknownTools():
		return errors.New("--reject-unknown-tools needs --tools: without them no tool is known, and none rejected")
	default:
		return nil
	}
}

// ofFlags names what is wrong with a request, or with a stream's start, by the flags that set it.
func ofFlags(flags *pflag.FlagSet, err error) error {
	st, ok := status.FromError(err)
	if !ok {
		return err
	}
	message := st.Message()
	for _, detail := range st.Details() {
		bad, _ := detail.(*errdetails.BadRequest)
		for _, v := range bad.GetFieldViolations() {
			told := v.GetField() + ": " + v.GetDescription()
			message = strings.Replace(message, told, flagOf(flags, v.GetField())+": "+v.GetDescription(), 1)
		}
	}
	if field, rest, ok := strings.Cut(message, ": "); ok {
		message = flagOf(flags, field) + ": " + rest // an unknown family has no details
	}
	return status.Error(st.Code(), message)
}

// flagOf is the flag that sets a field of the request, or the field. What is wrong in a file keeps its field.
func flagOf(flags *pflag.FlagSet, field string) string {
	field = strings.TrimPrefix(field, "start.")
	name, _, _ := strings.Cut(strings.TrimPrefix(field, "options."), "[")
	if name = strings.ReplaceAll(name, "_", "-"); name == "tools" || flags.Lookup(name) == nil {
		return field
	}
	return "--" + name
}

// choice is the contract's form of --tool-choice. Words have their own meaning, also where a tool has such a name.
func (p *parseCommand) choice() *toolparserv1.ToolChoice {
	modes := map[string]toolparserv1.ToolChoiceMode{
		"auto":     toolparserv1.ToolChoiceMode_TOOL_CHOICE_MODE_AUTO,
		"none":     toolparserv1.ToolChoiceMode_TOOL_CHOICE_MODE_NONE,
		"required": toolparserv1.ToolChoiceMode_TOOL_CHOICE_MODE_REQUIRED,
	}
	if mode, ok := modes[p.toolChoice]; ok {
		return &toolparserv1.ToolChoice{Choice: &toolparserv1.ToolChoice_Mode{Mode: mode}}
	}
	return &toolparserv1.ToolChoice{Choice: &toolparserv1.ToolChoice_Name{Name: p.toolChoice}}
}

func (p *parseCommand) addCompletions(c *cobra.Command) {
	for flag, f := range map[string]cobra.CompletionFunc{
		"family":            p.families.completeFamily,
		"fallback-families": p.families.completeFamily,
		"formats":           p.families.completeFormat,
		"model":             cobra.NoFileCompletions,
		"finish-reason":     completeChoice(finishReasons),
		"content-policy":    completeChoice(contentPolicies),
		"color":             completeChoice(colorModes),
	} {
		cobra.CheckErr(c.RegisterFlagCompletionFunc(flag, f))
	}
}
