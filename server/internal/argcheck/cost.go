package argcheck

import (
	"encoding/json"
	"math/big"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// maxInPlace bounds how many schemas apply one through the other to one value.
const maxInPlace = 100

// A costWalk walks a schema over a value as validation would in the worst case,
// with every alternative taken, and counts its work. A schema of a few lines can
// double the work with each of its lines.
type costWalk struct {
	left int
	// weight is how often each visit counts: see dynamicWeight.
	weight int
}

// What a part of validation takes, in steps; see stepBytes.
const (
	// visitCost is that of one schema on one value.
	visitCost = 8
	// objectCost is that of an object, memberCost that of a name that may be missing, unevaluatedCost that of a value that
	// is noted as not yet looked at.
	objectCost      = 16
	memberCost      = 4
	unevaluatedCost = 8
	// numberCost is that of a number, compareCost that of one exact comparison, and digitsAStep how many digits of
	// a number take a step more.
	numberCost  = 16
	compareCost = 48
	digitsAStep = 4
	// uniqueCost is that of a hash.
	uniqueCost = 40
	// bytesAStep is how much of a string is compared or scanned in a step.
	bytesAStep = 16
	// programAStep is how many instructions of a pattern are tried on a byte in a step.
	programAStep = 2
	// dynamicWeight is how many schemas a schema of JSON Schema itself is checked against: those of all vocabularies. A
	// dynamic reference, of which only these have any, names one of them.
	dynamicWeight = 8
)

// checkCost takes the work of validating value from *left, or fails if it is more
// than that; then nothing is left.
func checkCost(s *jsonschema.Schema, value any, left *int) error {
	w := costWalk{left: *left, weight: 1}
	w.visit(s, value, place{})
	*left = max(w.left, 0)
	if w.left < 0 {
		return errTooCostly
	}
	return nil
}

// A place is where a schema is visited.
type place struct {
	// depth is that of the value. A violation copies its path, which has the length of it.
	depth int
	// nested counts the schemas that led here on the same value.
	nested int
	// notes: it is noted which parts of the value were looked at.
	notes bool
}

// visit counts the work of one schema on one value.
func (w *costWalk) visit(s *jsonschema.Schema, value any, at place) {
	if s == nil || w.left < 0 {
		return
	}
	if at.nested > maxInPlace {
		w.left = -1
		return
	}
	at.notes = at.notes || s.UnevaluatedProperties != nil || s.UnevaluatedItems != nil
	w.left -= w.weight * (visitCost + at.depth/2 + keywordCost(s) + valueCost(s, value, at.notes))
	in := place{at.depth, at.nested + 1, at.notes}
	inPlace(s, func(child *jsonschema.Schema) { w.visit(child, value, in) })
	if s.DynamicRef != nil {
		outer := w.weight
		w.weight = dynamicWeight
		w.visit(s.DynamicRef.Ref, value, in)
		w.weight = outer
	}
	switch value := value.(type) {
	case map[string]any:
		w.object(s, value, place{depth: at.depth + 1})
	case []any:
		w.array(s, value, place{depth: at.depth + 1})
	}
}

// keywordCost is the work of keywords that name members.
func keywordCost(s *jsonschema.Schema) int {
	names := len(s.Required)
	for _, required := range s.DependentRequired {
		names += len(required)
	}
	for _, dependency := range s.Dependencies {
		if required, ok := dependency.([]string); ok {
			names += len(required)
		}
	}
	return memberCost*names + visitCost*(len(s.Dependencies)+len(s.DependentRequired))
}

// valueCost is the work of a schema's other keywords, without its subschemas.
func valueCost(s *jsonschema.Schema, value any, notes bool) int {
	choices := 0
	if s.Const != nil {
		choices++
	}
	if s.Enum != nil {
		choices += len(s.Enum.Values)
	}
	each := 1 + choices
	if notes {
		each += unevaluatedCost
	}
	switch value := value.(type) {
	case map[string]any:
		return objectCost + len(value)*each + patternsCost(s, value)
	case []any:
		return len(value)*each + hashCost(s, value)
	case string:
		scans := 1 + choices
		if s.Format != nil || s.MinLength != nil || s.MaxLength != nil {
			scans += 4
		}
		return choices + len(value)*scans/bytesAStep + patternCost(s.Pattern, value)
	case json.Number:
		return numberCost + comparisons(s, choices)*(compareCost+digits(value)/digitsAStep)
	default:
		return 1 + choices
	}
}

// comparisons is how often a number is compared.
func comparisons(s *jsonschema.Schema, choices int) int {
	for _, bound := range []*big.Rat{s.Minimum, s.Maximum, s.ExclusiveMinimum, s.ExclusiveMaximum, s.MultipleOf} {
		if bound != nil {
			choices++
		}
	}
	return choices
}

// patternCost is the work of matching a text: each instruction for each byte.
func patternCost(re jsonschema.Regexp, text string) int {
	if p, ok := re.(*pattern); ok {
		return p.size * (1 + len(text)) / programAStep
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
		if p, ok := re.(*pattern); ok {
			size += p.size
		}
	}
	for key := range object {
		bytes += 1 + len(key)
	}
	return size * bytes / programAStep
}

// hashCost is the work of comparing items. They are compared by hashes, but
// such that lists and objects of the same hash are easily made.
func hashCost(s *jsonschema.Schema, array []any) int {
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
		return uniqueCost*cost + len(array)*cost/bytesAStep
	}
	return uniqueCost * cost
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

// inPlace calls f with the schemas that apply to the same value, without a dynamic reference's.
func inPlace(s *jsonschema.Schema, f func(*jsonschema.Schema)) {
	for _, child := range []*jsonschema.Schema{s.Ref, s.RecursiveRef, s.Not, s.If, s.Then, s.Else} {
		f(child)
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

func (w *costWalk) object(s *jsonschema.Schema, object map[string]any, at place) {
	for key, value := range object {
		w.visit(s.PropertyNames, key, at)
		w.visit(s.Properties[key], value, at)
		w.visitAny(s.AdditionalProperties, value, at)
		w.visit(s.UnevaluatedProperties, value, at)
		for _, child := range s.PatternProperties {
			w.visit(child, value, at)
		}
	}
}

func (w *costWalk) array(s *jsonschema.Schema, array []any, at place) {
	itemSchemas, _ := s.Items.([]*jsonschema.Schema)
	for i, value := range array {
		w.visitAny(s.Items, value, at)
		w.visitAny(s.AdditionalItems, value, at)
		w.visit(s.Items2020, value, at)
		w.visit(s.Contains, value, at)
		w.visit(s.UnevaluatedItems, value, at)
		if i < len(s.PrefixItems) {
			w.visit(s.PrefixItems[i], value, at)
		}
		if i < len(itemSchemas) {
			w.visit(itemSchemas[i], value, at)
		}
	}
}

// visitAny is visit for the fields that may hold something else than a schema.
func (w *costWalk) visitAny(s, value any, at place) {
	if s, ok := s.(*jsonschema.Schema); ok {
		w.visit(s, value, at)
	}
}
