// Package cwm parses the tool calls of Meta's Code World Model.
//
// The native form is a tag with the tool, and what the tool gets:
//
//	<tool: bash>
//	ls -la
//	</tool>
//
// The text may also begin with the name of a declared tool, or be a JSON object.
//
// Source: the prompting guide in facebookresearch/cwm, and the tool parser cwm that was proposed for
// vLLM. What is accepted, by example: docs/models/formats/cwm.md.
package cwm
