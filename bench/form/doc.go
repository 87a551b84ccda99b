// Package form describes how models write tool calls, and writes them so.
//
// A [Form] is data: templates for the markers and brackets around calls, and how
// each type of value is spelled. [All] lists those of every family. From a form
// and the calls that a model means, [Form.Write] makes the parts of its output;
// what breaks outputs works on these parts. [Form.Read] is its inverse: it lists
// what calls the undamaged text would mean, so that it shows which texts have two
// meanings.
//
// The package knows nothing of the parsers that are tested with it.
//
//   - form.go: what a form says.
//   - forms_json.go, forms_tags.go, forms_vendor.go: the forms.
//   - write.go: writes calls.
//   - around.go: the text around the object of one call.
//   - value.go: values, and how they are spelled.
//   - read.go: reads undamaged text.
//   - odd.go: which readings no one would mean.
//   - canonical.go: calls in one text, for comparing.
//   - python.go: reads literals of Python.
//   - part.go: the parts of an output.
//   - template.go: the templates of forms.
package form
