package server

import (
	"errors"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// maxInPlace bounds how many schemas apply one through the other to one value.
const maxInPlace = 100

// errTooCostly says that arguments are not checked since that would take too long.
var errTooCostly = errors.New("checking them against the schema takes more than the allowed work")

// checkCost walks a schema over a value as validation would in the worst case,
// with every alternative taken, and fails over maxValidationSteps. A schema of
// a few lines can double the work with each of its lines.
func checkCost(s *jsonschema.Schema, value any) error {
	w := costWalk{left: maxValidationSteps}
	w.visit(s, value, 0)
	if w.left < 0 {
		return errTooCostly
	}
	return nil
}

type costWalk struct{ left int }

// visit counts the work of one schema on one value; depth counts the schemas
// that led here on the same value.
func (w *costWalk) visit(s *jsonschema.Schema, value any, depth int) {
	if s == nil || w.left < 0 {
		return
	}
	if depth > maxInPlace {
		w.left = -1
		return
	}
	w.left -= ownCost(s, value)
	inPlace(s, func(child *jsonschema.Schema) { w.visit(child, value, depth+1) })
	switch value := value.(type) {
	case map[string]any:
		w.object(s, value)
	case []any:
		w.array(s, value)
	}
}

// ownCost is the work of a schema's own keywords.
func ownCost(s *jsonschema.Schema, value any) int {
	cost := 1 + len(s.Required)
	size := 1
	switch value := value.(type) {
	case map[string]any:
		size += len(value) * (1 + len(s.PatternProperties))
	case []any:
		size += len(value)
	case string:
		if s.Pattern != nil || s.Format != nil || s.MinLength != nil || s.MaxLength != nil || s.Enum != nil || s.Const != nil {
			size += len(value) / 16
		}
	}
	if s.Enum != nil {
		size *= 1 + len(s.Enum.Values)
	}
	if s.UniqueItems {
		size *= 8
	}
	return cost + size
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

func (w *costWalk) object(s *jsonschema.Schema, object map[string]any) {
	for key, value := range object {
		w.visit(s.PropertyNames, key, 0)
		w.visit(s.Properties[key], value, 0)
		w.visitAny(s.AdditionalProperties, value)
		w.visit(s.UnevaluatedProperties, value, 0)
		for _, child := range s.PatternProperties {
			w.visit(child, value, 0)
		}
	}
}

func (w *costWalk) array(s *jsonschema.Schema, array []any) {
	itemSchemas, _ := s.Items.([]*jsonschema.Schema)
	for i, value := range array {
		w.visitAny(s.Items, value)
		w.visitAny(s.AdditionalItems, value)
		w.visit(s.Items2020, value, 0)
		w.visit(s.Contains, value, 0)
		w.visit(s.UnevaluatedItems, value, 0)
		if i < len(s.PrefixItems) {
			w.visit(s.PrefixItems[i], value, 0)
		}
		if i < len(itemSchemas) {
			w.visit(itemSchemas[i], value, 0)
		}
	}
}

// visitAny is visit for the fields that may hold something else than a schema.
func (w *costWalk) visitAny(s, value any) {
	if s, ok := s.(*jsonschema.Schema); ok {
		w.visit(s, value, 0)
	}
}
