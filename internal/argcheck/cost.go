package argcheck

import (
	"encoding/json"
	"errors"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// maxInPlace bounds how many schemas apply one through the other to one value.
const maxInPlace = 100

// errTooCostly says that arguments are not checked since that would take too long.
var errTooCostly = errors.New("checking them against the schema takes more than the allowed work")

// A costWalk walks a schema over a value as validation would in the worst case,
// with every alternative taken, and counts its work. A schema of a few lines can
// double the work with each of its lines.
type costWalk struct{ left int }

// What a step of validation takes; one is some tens of nanoseconds.
const (
	// visitCost is that of one schema on one value.
	visitCost = 8
	// numberCost is that of one exact comparison.
	numberCost = 8
	// bytesAStep is how much of a string is compared or scanned in a step.
	bytesAStep = 16
)

// checkCost takes the work of validating value from *left, or fails if it is more
// than that; then nothing is left.
func checkCost(s *jsonschema.Schema, value any, left *int) error {
	w := costWalk{left: *left}
	w.visit(s, value, 0, 0)
	*left = max(w.left, 0)
	if w.left < 0 {
		return errTooCostly
	}
	return nil
}

// visit counts the work of one schema on one value at a depth; nested counts the
// schemas that led here on the same value. A violation copies its path, which has
// the length of the depth.
func (w *costWalk) visit(s *jsonschema.Schema, value any, depth, nested int) {
	if s == nil || w.left < 0 {
		return
	}
	if nested > maxInPlace {
		w.left = -1
		return
	}
	w.left -= visitCost + depth/2 + keywordCost(s) + valueCost(s, value)
	inPlace(s, func(child *jsonschema.Schema) { w.visit(child, value, depth, nested+1) })
	switch value := value.(type) {
	case map[string]any:
		w.object(s, value, depth+1)
	case []any:
		w.array(s, value, depth+1)
	}
}

// keywordCost is the work of keywords that name members.
func keywordCost(s *jsonschema.Schema) int {
	cost := len(s.Required) + visitCost*(len(s.Dependencies)+len(s.DependentRequired))
	for _, required := range s.DependentRequired {
		cost += len(required)
	}
	for _, dependency := range s.Dependencies {
		if required, ok := dependency.([]string); ok {
			cost += len(required)
		}
	}
	return cost
}

// valueCost is the work of a schema's other keywords, without its subschemas.
func valueCost(s *jsonschema.Schema, value any) int {
	choices := 0
	if s.Const != nil {
		choices++
	}
	if s.Enum != nil {
		choices += len(s.Enum.Values)
	}
	switch value := value.(type) {
	case map[string]any:
		return len(value)*(1+choices) + patternsCost(s, value)
	case []any:
		return len(value)*(1+choices) + uniqueCost(s, value)
	case string:
		scans := 1 + choices
		if s.Format != nil || s.MinLength != nil || s.MaxLength != nil {
			scans += 4
		}
		return choices + len(value)*scans/bytesAStep + patternCost(s.Pattern, value)
	case json.Number:
		return numberCost * (2 + choices)
	default:
		return 1 + choices
	}
}

// patternCost is the work of matching a text: each instruction for each byte.
func patternCost(re jsonschema.Regexp, text string) int {
	if p, ok := re.(*pattern); ok {
		return p.size * (1 + len(text))
	}
	return 0
}

// patternsCost is the work of matching every key with every pattern.
func patternsCost(s *jsonschema.Schema, object map[string]any) int {
	if len(s.PatternProperties) == 0 {
		return 0
	}
	size, bytes := 0, 0
	for re := range s.PatternProperties {
		size += patternCost(re, "")
	}
	for key := range object {
		bytes += 1 + len(key)
	}
	return size * bytes
}

// uniqueCost is the work of comparing items. They are compared by hashes, but
// such that lists and objects of the same hash are easily made.
func uniqueCost(s *jsonschema.Schema, array []any) int {
	if !s.UniqueItems {
		return 0
	}
	cost, compound := 0, false
	for _, item := range array {
		cost += countValues(item)
		switch item.(type) {
		case map[string]any, []any:
			compound = true
		}
	}
	if compound {
		return visitCost*cost + len(array)*cost/bytesAStep
	}
	return visitCost * cost
}

func countValues(value any) int {
	n := 1
	switch value := value.(type) {
	case map[string]any:
		for _, item := range value {
			n += countValues(item)
		}
	case []any:
		for _, item := range value {
			n += countValues(item)
		}
	case string:
		n = 1 + len(value)/bytesAStep
	}
	return n
}

// inPlace calls f with the schemas that apply to the same value.
func inPlace(s *jsonschema.Schema, f func(*jsonschema.Schema)) {
	for _, child := range []*jsonschema.Schema{s.Ref, s.RecursiveRef, s.Not, s.If, s.Then, s.Else} {
		f(child)
	}
	if s.DynamicRef != nil {
		f(s.DynamicRef.Ref)
	}
	for _, list := range [][]*jsonschema.Schema{s.AllOf, s.AnyOf, s.OneOf} {
		for _, child := range list {
			f(child)
		}
	}
	for _, child := range s.DependentSchemas {
		f(child)
	}
	for _, child := range s.Dependencies {
		if child, ok := child.(*jsonschema.Schema); ok {
			f(child)
		}
	}
}

func (w *costWalk) object(s *jsonschema.Schema, object map[string]any, depth int) {
	for key, value := range object {
		w.visit(s.PropertyNames, key, depth, 0)
		w.visit(s.Properties[key], value, depth, 0)
		w.visitAny(s.AdditionalProperties, value, depth)
		w.visit(s.UnevaluatedProperties, value, depth, 0)
		for _, child := range s.PatternProperties {
			w.visit(child, value, depth, 0)
		}
	}
}

func (w *costWalk) array(s *jsonschema.Schema, array []any, depth int) {
	itemSchemas, _ := s.Items.([]*jsonschema.Schema)
	for i, value := range array {
		w.visitAny(s.Items, value, depth)
		w.visitAny(s.AdditionalItems, value, depth)
		w.visit(s.Items2020, value, depth, 0)
		w.visit(s.Contains, value, depth, 0)
		w.visit(s.UnevaluatedItems, value, depth, 0)
		if i < len(s.PrefixItems) {
			w.visit(s.PrefixItems[i], value, depth, 0)
		}
		if i < len(itemSchemas) {
			w.visit(itemSchemas[i], value, depth, 0)
		}
	}
}

// visitAny is visit for the fields that may hold something else than a schema.
func (w *costWalk) visitAny(s, value any, depth int) {
	if s, ok := s.(*jsonschema.Schema); ok {
		w.visit(s, value, depth, 0)
	}
}
