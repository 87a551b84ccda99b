package gateway

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/toolparser/toolparser/internal/bounds"
	"github.com/toolparser/toolparser/parsers"
)

const (
	// DefaultMinConfidence is the default of Policy.MinConfidence.
	DefaultMinConfidence = 0.5
	// DefaultMinPlainConfidence is the default of Policy.MinPlainConfidence.
	DefaultMinPlainConfidence = 0.7
)

// A Policy says which calls in text count. The zero value is the default.
type Policy struct {
	// Family is the name or alias of the family that reads all texts. If it is empty, the model
	// that the upstream says it served decides, else the requested one; for a model that no
	// family is known for, the family "auto" reads.
	Family string
	// MinConfidence is the least confidence, from 0 to 1, of a call in markup. Default
	// DefaultMinConfidence.
	MinConfidence float64
	// MinPlainConfidence is that of a call in plain text, such as a JSON object without
	// markers around it. Default DefaultMinPlainConfidence.
	MinPlainConfidence float64
	// RequireMarkup are the names of tools that plain text can't call; "*" stands for all.
	RequireMarkup []string
	// Check, unless it is nil, says what is wrong with arguments: a text with a call of such ones holds
	// no call that counts, and structured arguments don't become such ones. It is used by many goroutines.
	Check func(tool parsers.Tool, arguments string) error
	// SeparateReasoning moves a thought at the start of a content to where the API has the reasoning, unless the
	// upstream returns some there.
	SeparateReasoning bool
	// Limits bound what one text may hold.
	Limits parsers.Limits
}

// accepts reports whether the arguments of a tool may be used.
func (p *Policy) accepts(tools *parsers.Tools, name, arguments string) bool {
	if p.Check == nil {
		return true
	}
	i, declared := tools.Index(name)
	return declared && p.Check(tools.At(i), arguments) == nil
}

// requiresMarkup reports whether plain text can't call the tool.
func (p *Policy) requiresMarkup(tool string) bool {
	return slices.Contains(p.RequireMarkup, "*") || slices.Contains(p.RequireMarkup, tool)
}

// A Fixer makes choices that follow one policy. It is safe for concurrent use.
type Fixer struct {
	registry *parsers.Registry
	policy   Policy
	family   *parsers.Family // by the policy; nil: by the model
	auto     *parsers.Family
	json     *parsers.Family // reads the arguments of structured calls
	models   *models
	tally    *tally // of one response; see ForResponse
}

// models are the families of models that were looked for: all patterns of all families are compared
// with a name. Callers choose names, so that only so many are kept.
type models struct {
	families sync.Map // *parsers.Family by the name; nil if there is none
	kept     atomic.Int32
}

const maxModels = 1024

// find is the family of a model; nil if there is none.
func (m *models) find(registry *parsers.Registry, model string) *parsers.Family {
	if found, ok := m.families.Load(model); ok {
		return found.(*parsers.Family)
	}
	family, err := registry.Find("", model)
	if err != nil {
		family = nil
	}
	if m.kept.Add(1) <= maxModels {
		m.families.Store(strings.Clone(model), family)
	} else {
		m.kept.Store(maxModels)
	}
	return family
}

// argumentsFamily reads arguments that are JSON between markers.
const argumentsFamily = "hermes"

// Validate reports everything that is wrong with the values of a policy, except for an unknown
// family.
func (p *Policy) Validate() error {
	return errors.Join(share("min confidence", p.MinConfidence), share("min plain confidence", p.MinPlainConfidence))
}

func share(setting string, value float64) error {
	if message := bounds.Share(value); message != "" {
		return &ConfigError{setting, message}
	}
	return nil
}

// A ConfigError is about a setting, whose name is in words: MinConfidence is "min confidence".
type ConfigError struct {
	Setting string
	// Message says what is wrong, and follows the name.
	Message string
}

// Error implements error.
func (e *ConfigError) Error() string { return e.Setting + e.Message }

// New returns a fixer. The registry must have the families "auto" and "hermes". An error is about
// a value that is wrong, or a family that isn't known.
func New(registry *parsers.Registry, policy Policy) (*Fixer, error) {
	if err := policy.Validate(); err != nil {
		return nil, err
	}
	policy.MinConfidence = cmp.Or(policy.MinConfidence, DefaultMinConfidence)
	policy.MinPlainConfidence = cmp.Or(policy.MinPlainConfidence, DefaultMinPlainConfidence)
	f := &Fixer{registry: registry, policy: policy, models: new(models)}
	var err error
	if f.auto, err = registry.Find(parsers.Auto, ""); err != nil {
		return nil, err
	}
	if f.json, err = registry.Find(argumentsFamily, ""); err != nil {
		return nil, err
	}
	if policy.Family != "" {
		f.family, err = registry.Find(policy.Family, "")
	}
	return f, err
}

// SeparatesReasoning reports whether the policy asks for Policy.SeparateReasoning.
func (f *Fixer) SeparatesReasoning() bool { return f.policy.SeparateReasoning }

// familyOf is the family that reads what a model wrote.
func (f *Fixer) familyOf(served, requested string) *parsers.Family {
	if f.family != nil {
		return f.family
	}
	for _, model := range []string{served, requested} {
		if model == "" {
			continue
		}
		if family := f.models.find(f.registry, model); family != nil {
			return family
		}
	}
	return f.auto
}

// config is how a text of the offer's model is parsed.
func (f *Fixer) config(offer *Offer) parsers.Config {
	limits := f.policy.Limits
	if offer.Single {
		limits.ToolCalls = 1
	}
	return parsers.Config{
		Tools:          offer.Tools,
		PriorToolCalls: offer.PriorCalls,
		Limits:         limits,
		CutResults:     true,
		Markers:        f.registry.Markers(),
		Options: parsers.Options{
			MinConfidence:      f.policy.MinConfidence,
			RejectUnknownTools: true,
			BufferToolCalls:    true,
		},
	}
}
