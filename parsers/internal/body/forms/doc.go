// Package forms reads calls in forms that belong to no model: elements and attributes that are named after a tool and its
// arguments, and records of calls. Each form is read once all of it is there, so a call is complete, or there is none.
//
// A form may mean something else, such as HTML. So its tool must be declared, its arguments must be properties of the
// tool, and all required ones must be there.
//
// Reading order:
//
//   - call.go: the body for a form.
//   - element.go: which calls an element holds.
//   - record.go: records of calls, and hashes.
//   - fence.go: fences that name a tool.
//   - keyed.go: JSON objects whose only key is the tool's name.
//   - arguments.go: what the tool's schema says about arguments.
//   - lexer.go: elements and their attributes.
package forms
