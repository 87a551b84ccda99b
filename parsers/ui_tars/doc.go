// Package ui_tars parses the actions of ByteDance's UI-TARS, which operates graphical user interfaces.
//
// The native form is an action in Python after a word:
//
//	Thought: I'll open the menu.
//	Action: click(start_box='(120,45)')
//
// Source: codes/ui_tars/action_parser.py in bytedance/UI-TARS, and its prompts. What is accepted, by
// example: docs/models/formats/ui_tars.md.
package ui_tars
