package jsonapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers"
)

// A request is a ParseToolCallsRequest, or a StreamStart.
type request struct {
	Family         string  `json:"family"`
	Model          string  `json:"model"`
	ModelOutput    string  `json:"model_output"`
	Tools          []tool  `json:"tools"`
	Options        options `json:"options"`
	FinishReason   string  `json:"finish_reason"`
	PriorToolCalls int32   `json:"prior_tool_calls"`
	ReasoningOpen  bool    `json:"reasoning_open"`

	ToolChoice    toolChoice     `json:"tool_choice"`
	SpecialTokens *specialTokens `json:"special_tokens"`
}

// specialTokens are a SpecialTokens.
type specialTokens struct {
	Spans       []tokenSpan `json:"spans"`
	Constrained bool        `json:"constrained"`
	Missing     []string    `json:"missing"`
}

// A tokenSpan is a Span of a request.
type tokenSpan struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

func spansOf(list []tokenSpan) []parsers.Span {
	spans := make([]parsers.Span, len(list))
	for i, s := range list {
		spans[i] = parsers.Span(s)
	}
	return spans
}

// tokens are the special tokens of a complete output, or of a stream; nil if the request says nothing of them.
func (r *request) tokens() (*parsers.SpecialTokens, error) {
	t := r.SpecialTokens
	if t == nil {
		return nil, nil //nolint:nilnil // they aren't known
	}
	spans := spansOf(t.Spans)
	if i, reason := parsers.CheckSpans(spans, r.ModelOutput); reason != "" {
		return nil, invalid("special_tokens.spans[%d]: %s", i, reason)
	}
	return &parsers.SpecialTokens{Spans: spans, Constrained: t.Constrained, Missing: t.Missing}, nil
}

// A toolChoice is a ToolChoice: one of the two.
type toolChoice struct {
	Mode string  `json:"mode"`
	Name *string `json:"name"`
}

func (c toolChoice) choice() (parsers.ToolChoice, error) {
	const prefix = "TOOL_CHOICE_MODE_"
	switch {
	case c.Name != nil && c.Mode != "":
		return parsers.ToolChoice{}, invalid("tool_choice: mode and name are both given; want one of them")
	case c.Name != nil && *c.Name == "":
		return parsers.ToolChoice{}, invalid("tool_choice.name: empty")
	case c.Name != nil:
		return parsers.ToolChoice{Mode: parsers.ToolChoiceNamed, Name: *c.Name}, nil
	}
	switch c.Mode {
	case "", prefix + "UNSPECIFIED", prefix + "AUTO":
		return parsers.ToolChoice{}, nil
	case prefix + "NONE":
		return parsers.ToolChoice{Mode: parsers.ToolChoiceNone}, nil
	case prefix + "REQUIRED":
		return parsers.ToolChoice{Mode: parsers.ToolChoiceRequired}, nil
	}
	return parsers.ToolChoice{}, invalid("tool_choice.mode: %q is none of %sAUTO, %[2]sNONE, %[2]sREQUIRED", c.Mode, prefix)
}

type tool struct {
	Type     string `json:"type"`
	Function struct {
		Name        string `json:"name"`
		Description string `json:"description"`
		// Parameters is a schema as JSON text.
		Parameters string `json:"parameters"`
	} `json:"function"`
}

type options struct {
	MinConfidence      float64  `json:"min_confidence"`
	DisableRepair      bool     `json:"disable_repair"`
	AcceptIncomplete   bool     `json:"accept_incomplete"`
	RejectUnknownTools bool     `json:"reject_unknown_tools"`
	ContentPolicy      string   `json:"content_policy"`
	BufferToolCalls    bool     `json:"buffer_tool_calls"`
	Formats            []string `json:"formats"`
	SeparateReasoning  bool     `json:"separate_reasoning"`
	NativeOnly         bool     `json:"native_only"`
}

// decode reads a request. A field that it doesn't know is an error, so that none is ignored.
func (r *request) decode(text []byte) error {
	if err := decodeJSON(text, r); err != nil {
		return invalid("the request: %s", err)
	}
	return nil
}

func decodeJSON(text []byte, value any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(value); err != nil {
		return errors.New(strings.TrimPrefix(err.Error(), "json: "))
	}
	return nil
}

// config is how the output is to be parsed.
func (r *request) config() (parsers.Config, parsers.FinishReason, error) {
	o := r.Options
	config := parsers.Config{
		Options: parsers.Options{
			MinConfidence:      o.MinConfidence,
			DisableRepair:      o.DisableRepair,
			AcceptIncomplete:   o.AcceptIncomplete,
			RejectUnknownTools: o.RejectUnknownTools,
			BufferToolCalls:    o.BufferToolCalls,
			SeparateReasoning:  o.SeparateReasoning,
			NativeOnly:         o.NativeOnly,
		},
		PriorToolCalls: int(r.PriorToolCalls),
		ReasoningOpen:  r.ReasoningOpen,
	}
	if o.MinConfidence < 0 || o.MinConfidence > 1 {
		return config, 0, invalid("options.min_confidence: %v is not in [0, 1]", o.MinConfidence)
	}
	if r.PriorToolCalls < 0 {
		return config, 0, invalid("prior_tool_calls: %d is negative", r.PriorToolCalls)
	}
	policies := []string{"CONTENT_POLICY_UNSPECIFIED", "CONTENT_POLICY_JOINED", "CONTENT_POLICY_VERBATIM", "CONTENT_POLICY_CLEAN"}
	means := []parsers.ContentPolicy{parsers.ContentJoined, parsers.ContentJoined, parsers.ContentVerbatim, parsers.ContentClean}
	policy := max(0, slices.Index(policies, o.ContentPolicy))
	if policy == 0 && o.ContentPolicy != "" && o.ContentPolicy != policies[0] {
		return config, 0, invalid("options.content_policy: %q is none of %s", o.ContentPolicy, strings.Join(policies, ", "))
	}
	config.Options.ContentPolicy = means[policy]
	var err error
	if config.ToolChoice, err = r.ToolChoice.choice(); err != nil {
		return config, 0, err
	}
	if config.SpecialTokens, err = r.tokens(); err != nil {
		return config, 0, err
	}
	if config.Tools, err = declared(r.Tools); err != nil {
		return config, 0, err
	}
	reason, err := finishReason(r.FinishReason)
	return config, reason, err
}

// declared are tools to look up, each with a name of its own.
func declared(list []tool) (*parsers.Tools, error) {
	if len(list) == 0 {
		return nil, nil //nolint:nilnil // no tools declare nothing
	}
	tools := make([]parsers.Tool, len(list))
	for i := range list {
		f := &list[i].Function
		switch {
		case list[i].Type != "" && list[i].Type != "function":
			return nil, invalid(`tools[%d].type: want "function" or nothing`, i)
		case f.Name == "":
			return nil, invalid("tools[%d].function.name: empty", i)
		case f.Parameters != "" && !isSchema(f.Parameters):
			return nil, invalid("tools[%d].function.parameters: no JSON object or boolean", i)
		}
		tools[i] = parsers.Tool{Name: f.Name, Parameters: f.Parameters}
	}
	prepared := parsers.NewTools(tools)
	for i := range tools {
		if first, _ := prepared.Index(tools[i].Name); first != i {
			return nil, invalid("tools[%d].function.name: tools[%d] has it already", i, first)
		}
	}
	return prepared, nil
}

func isSchema(text string) bool {
	text = strings.TrimSpace(text)
	return json.Valid([]byte(text)) && (text[0] == '{' || text == "true" || text == "false")
}

// family finds the family, which has all formats that count.
func (r *request) family(registry *parsers.Registry, o *parsers.Options) (*parsers.Family, error) {
	if r.Family == "" && r.Model == "" {
		return nil, invalid("family: neither family nor model is given")
	}
	family, err := registry.Find(r.Family, r.Model)
	if err != nil {
		return nil, &apiError{"NOT_FOUND", err.Error()}
	}
	for i, name := range r.Options.Formats {
		if !slices.ContainsFunc(family.Formats, func(f parsers.Format) bool { return f.Name == name }) {
			return nil, invalid("options.formats[%d]: %s has no format %q", i, family.Name, name)
		}
		if !slices.Contains(o.Formats, name) {
			o.Formats = append(o.Formats, name)
		}
	}
	return family, nil
}

func finishReason(name string) (parsers.FinishReason, error) {
	switch name {
	case "", "FINISH_REASON_UNSPECIFIED":
		return parsers.FinishUnspecified, nil
	case "FINISH_REASON_STOP":
		return parsers.FinishStop, nil
	case "FINISH_REASON_LENGTH":
		return parsers.FinishLength, nil
	case "FINISH_REASON_TOOL_CALLS":
		return parsers.FinishToolCalls, nil
	default:
		return 0, invalid("finish_reason: %q is no FinishReason", name)
	}
}
