// Package familyfile makes model families of files, and files of families.
//
// A file holds one toolparser.family.v1.FamilyDeclaration, as text or as JSON: all
// that a family's table says ([grammar.Grammar]), and the family's own words. It is
// the table: field by field the same, under the same names, so that there is one
// check of both. The names are those of proto/toolparser/family/v1, where each is
// described.
//
//	file, err := familyfile.Read("acme.txtpb")
//	registry, err := familyfile.Registry(families.Registry(), []*familyfile.File{file}, false)
//
// A [File] has what was read: the message of the declaration, and the family that it declares. [Load] is
// [ReadAll] and [Registry] in one. [Parse] reads a text that is in no file.
//
// What is wrong with a file is reported as a [Problem] for each mistake: the file, the line, the
// field, and what to write instead.
//
// The other way round, [FromFamily] makes a declaration of a family that is a table, and
// [Print] writes the declaration as a file. [Family] makes a family of a declaration without a file.
//
// # Security
//
// A declaration holds literals alone, no patterns and no code: whoever writes one decides
// what is read as a call, but not what a parse costs. A file has at most [MaxFileBytes].
package familyfile
