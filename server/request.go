package server

import (
	"fmt"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/internal/admit"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/server/internal/argcheck"
)

// A head is what ParseToolCallsRequest and StreamStart have in common.
type head interface {
	GetFamily() string
	GetModel() string
	GetTools() []*toolparserv1.Tool
	GetOptions() *toolparserv1.ParseOptions
	GetPriorToolCalls() int32
	GetReasoningOpen() bool
	GetToolChoice() *toolparserv1.ToolChoice
	GetSpecialTokens() *toolparserv1.SpecialTokens
}

// A job is a checked request: how its output is to be parsed.
type job struct {
	config parsers.Config
	// check holds the compiled schemas of the tools; nil without
	// validate_arguments.
	check *argcheck.Check
	// Bounds of what is reported of the result.
	reported tellLimits
}

// job checks everything but the family, in a turn. Its check is to be released, also with an error.
func (s *Service) job(turn *admit.Turn, h head, v *violations) (j job, err error) {
	o := h.GetOptions()
	j = job{config: parsers.Config{
		Options:        parseOptions(o, v),
		PriorToolCalls: int(h.GetPriorToolCalls()),
		ReasoningOpen:  h.GetReasoningOpen(),
		Limits:         s.limits,
		Markers:        s.families().Markers(),
		SpecialTokens:  specialTokens(h, v),
	}, reported: s.reported}
	checkNames(h, v)
	j.config.ToolChoice = toolChoice(h.GetToolChoice(), v)
	if h.GetPriorToolCalls() < 0 {
		v.add("prior_tool_calls", "%d is negative", h.GetPriorToolCalls())
	}
	if !s.checkTools(h.GetTools(), v) {
		return j, nil
	}
	tools, err := s.tools(turn, h.GetTools(), v)
	if err != nil {
		return j, err
	}
	if j.config.Tools, err = prepared(turn, tools, v); err != nil {
		return j, err
	}
	switch {
	case o.GetValidateArguments() && s.uncheckedArguments:
		v.add("options.validate_arguments", "this server does not check arguments")
	case o.GetValidateArguments():
		j.check, err = s.argumentCheck(turn, h.GetTools(), v)
	}
	return j, err
}

// headBytes is what a head takes, decoded, next to its options.
func headBytes(h head) int {
	n := len(h.GetFamily()) + len(h.GetModel()) + len(h.GetToolChoice().GetName()) + toolWeight*len(h.GetTools()) +
		spanWeight*len(h.GetSpecialTokens().GetSpans())
	for _, tool := range h.GetTools() {
		f := tool.GetFunction()
		n += len(f.GetName()) + len(f.GetDescription()) + len(f.GetParameters())
	}
	for _, names := range [][]string{h.GetOptions().GetFormats(), h.GetSpecialTokens().GetMissing()} {
		for _, name := range names {
			n += len(name) + formatWeight
		}
	}
	return n
}

// listed is how many elements a list of a request may have, if that isn't of many outputs.
func (s *Service) listed() int { return max(s.maxTools, maxFormats) }

func checkNames(h head, v *violations) {
	if h.GetFamily() == "" && h.GetModel() == "" {
		v.add("family", "neither family nor model is given")
	}
	checkNameLength("family", h.GetFamily(), v)
	checkNameLength("model", h.GetModel(), v)
}

func checkNameLength(field, name string, v *violations) {
	if len(name) > maxNameBytes {
		v.add(field, "longer than %d bytes", maxNameBytes)
	}
}

func toolChoice(c *toolparserv1.ToolChoice, v *violations) parsers.ToolChoice {
	if _, named := c.GetChoice().(*toolparserv1.ToolChoice_Name); named {
		if c.GetName() == "" {
			v.add("tool_choice.name", "empty")
		}
		checkNameLength("tool_choice.name", c.GetName(), v)
		return parsers.ToolChoice{Mode: parsers.ToolChoiceNamed, Name: c.GetName()}
	}
	switch mode := c.GetMode(); mode {
	case toolparserv1.ToolChoiceMode_TOOL_CHOICE_MODE_UNSPECIFIED, toolparserv1.ToolChoiceMode_TOOL_CHOICE_MODE_AUTO:
		return parsers.ToolChoice{}
	case toolparserv1.ToolChoiceMode_TOOL_CHOICE_MODE_NONE:
		return parsers.ToolChoice{Mode: parsers.ToolChoiceNone}
	case toolparserv1.ToolChoiceMode_TOOL_CHOICE_MODE_REQUIRED:
		return parsers.ToolChoice{Mode: parsers.ToolChoiceRequired}
	default:
		v.add("tool_choice.mode", "unknown value %d", mode)
		return parsers.ToolChoice{}
	}
}

func parseOptions(o *toolparserv1.ParseOptions, v *violations) parsers.Options {
	c := o.GetMinConfidence()
	if !(c >= 0 && c <= 1) { // written so that NaN fails
		v.add("options.min_confidence", "%v is not in [0, 1]", c)
	}
	if len(o.GetFormats()) > maxFormats {
		v.add("options.formats", "more than %d", maxFormats)
	}
	return parsers.Options{
		MinConfidence:      c,
		DisableRepair:      o.GetDisableRepair(),
		AcceptIncomplete:   o.GetAcceptIncomplete(),
		RejectUnknownTools: o.GetRejectUnknownTools(),
		ContentPolicy:      contentPolicy(o.GetContentPolicy(), v),
		BufferToolCalls:    o.GetBufferToolCalls(),
		Formats:            o.GetFormats(),
		SeparateReasoning:  o.GetSeparateReasoning(),
		NativeOnly:         o.GetNativeOnly(),
	}
}

func contentPolicy(p toolparserv1.ContentPolicy, v *violations) parsers.ContentPolicy {
	switch p {
	case toolparserv1.ContentPolicy_CONTENT_POLICY_UNSPECIFIED, toolparserv1.ContentPolicy_CONTENT_POLICY_JOINED:
		return parsers.ContentJoined
	case toolparserv1.ContentPolicy_CONTENT_POLICY_VERBATIM:
		return parsers.ContentVerbatim
	case toolparserv1.ContentPolicy_CONTENT_POLICY_CLEAN:
		return parsers.ContentClean
	default:
		v.add("options.content_policy", "%d is no ContentPolicy", p)
		return parsers.ContentJoined
	}
}

// finishReason relies on both enums having the same numbers.
func finishReason(field string, r toolparserv1.FinishReason, v *violations) parsers.FinishReason {
	if _, known := toolparserv1.FinishReason_name[int32(r)]; !known {
		v.add(field, "%d is no FinishReason", r)
		return parsers.FinishUnspecified
	}
	return parsers.FinishReason(r)
}

// tools are what the parsers know of tools. The error is the turn's.
func (s *Service) tools(turn *admit.Turn, list []*toolparserv1.Tool, v *violations) ([]parsers.Tool, error) {
	if len(list) == 0 {
		return nil, nil
	}
	tools := make([]parsers.Tool, len(list))
	for i, tool := range list {
		if err := s.checkTool(turn, i, tool, v); err != nil {
			return nil, err
		}
		tools[i] = parsers.Tool{
			Name:       tool.GetFunction().GetName(),
			Parameters: tool.GetFunction().GetParameters(),
		}
	}
	return tools, nil
}

// checkTools reports whether the tools are few enough to be looked at.
func (s *Service) checkTools(list []*toolparserv1.Tool, v *violations) bool {
	if len(list) > s.maxTools {
		v.add("tools", "more than %d", s.maxTools)
		return false
	}
	bytes := 0
	for _, tool := range list {
		bytes += len(tool.GetFunction().GetParameters())
	}
	if bytes > s.maxSchemas {
		v.add("tools", "their parameters have %d bytes, more than %d", bytes, s.maxSchemas)
		return false
	}
	return true
}

// checkTool checks one of them. The error is the turn's.
func (s *Service) checkTool(turn *admit.Turn, i int, tool *toolparserv1.Tool, v *violations) error {
	if t := tool.GetType(); t != "" && t != toolType {
		v.add(fmt.Sprintf("tools[%d].type", i), "want %q or nothing", toolType)
	}
	if tool.GetFunction().GetName() == "" {
		v.add(nameField(i), "empty")
	}
	if err := turn.Spend(toolBytes); err != nil {
		return err
	}
	parameters := tool.GetFunction().GetParameters()
	if parameters == "" {
		return nil
	}
	wrong, err := s.schemas.CheckSyntax(parameters, turn)
	if wrong != nil {
		v.add(parametersField(i), "%v", wrong)
	}
	return err
}

// prepared are tools to look up, none of which may be declared twice. The error is the turn's.
func prepared(turn *admit.Turn, list []parsers.Tool, v *violations) (tools *parsers.Tools, err error) {
	names := 0
	for i := range list {
		names += toolBytes + len(list[i].Name)
	}
	err = turn.Do(names, func() {
		tools = parsers.NewTools(list)
		checkToolNames(tools, v)
	})
	return tools, err
}

// checkToolNames has no tool declared twice: which of them was meant is unknown.
func checkToolNames(tools *parsers.Tools, v *violations) {
	for i := range tools.Len() {
		name := tools.At(i).Name
		if first, _ := tools.Index(name); first != i && name != "" {
			v.add(nameField(i), "tools[%d] has it already", first)
		}
	}
}

func nameField(i int) string {
	return fmt.Sprintf("tools[%d].function.name", i)
}
