package familyfile_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/familyfile"
)

// acme is a right declaration, in which each test makes one mistake.
const acme = `name: "acme"
aliases: ["acme_2", "acme_3"]
model_patterns: "acme/*"
formats {
  name: "acme/tags"
  example: '<call>{"name": "f", "arguments": {}}</call>'
}
grammar {
  blocks {
    format: "acme/tags"
    shape {
      base: BASE_BLOCK_CALLS
      fields { key: "ref" holds: HOLDS_ID }
    }
    markers { open: "<call>" close: ["</call>", "<call/>"] }
  }
  turn_ends: ["<end>", "<stop>"]
}
`

// mistakes are ten of them, and more: what is written in the place of what, and what is
// said about it, in one line.
var mistakes = map[string]struct{ write, of, want string }{
	"a field that isn't there": {
		"bloks {", "blocks {",
		`acme.txtpb:9:3: grammar: there is no field "bloks"; write blocks`,
	},
	"a field in the wrong place": {
		"turn_ends: \"<x>\"\ngrammar {", "grammar {",
		`acme.txtpb:8:1: there is no field "turn_ends" here; write it into grammar { … }`,
	},
	"a value that isn't there": {
		"BLOCK_CALLS", "BASE_BLOCK_CALLS",
		`acme.txtpb:12:13: grammar.blocks[0].shape.base: there is no value "BLOCK_CALLS"; write BASE_BLOCK_CALLS`,
	},
	"a value of another type": {
		"no_id: 7", "holds: HOLDS_ID",
		`acme.txtpb:13:34: grammar.blocks[0].shape.fields[0].no_id: 7 is no truth value; write true or false`,
	},
	"a text without quotes": {
		"name: acme", `name: "acme"`,
		`acme.txtpb:1:7: name: acme is no text; write it in quotes`,
	},
	"a field twice": {
		`name: "acme" name: "acme"`, `name: "acme"`,
		`acme.txtpb:1:14: name: it can be there only once; drop the rest`,
	},
	"a name as JSON has it": {
		"turnEnds", "turn_ends",
		`acme.txtpb:17:3: grammar: there is no field "turnEnds"; write turn_ends`,
	},
	"a bracket for a brace": {
		"formats [", "formats {",
		`acme.txtpb:5:3: no declaration goes on so (unexpected token: name); write name: value, or name { … }`,
	},
	"a missing brace": {
		"fields { key: \"ref\" holds: HOLDS_ID", "fields { key: \"ref\" holds: HOLDS_ID }",
		`acme.txtpb:19:1: it ends here, and a brace or a bracket isn't closed; close it`,
	},
	"a missing quote": {
		`name: "acme`, `name: "acme"`,
		`acme.txtpb:1:7: a quote isn't closed where its line ends; close it`,
	},
	"a marker that is text": {
		`open: "call:"`, `open: "<call>"`,
		`acme.txtpb:15:21: grammar.blocks[0].markers.open[0]: "call:" begins with 'c', which may be in names and words; begin it with another character, such as '<', '[' or '⟦'`,
	},
	"an empty marker": {
		`["</call>", ""]`, `["</call>", "<call/>"]`,
		`acme.txtpb:15:49: grammar.blocks[0].markers.close[1]: it is empty; write the marker as the model does`,
	},
	"no closer where one is due": {
		`    markers { open: "<call>" }`, `    markers { open: "<call>" close: ["</call>", "<call/>"] }`,
		`acme.txtpb:9:10: grammar.blocks[0].closer: a closer is due, but markers.close is empty; write the closer, or set closer to CLOSER_OPTIONAL`,
	},
	"a marker that another one hides": {
		`["<end>", "<end>"]`, `["<end>", "<stop>"]`,
		`acme.txtpb:17:24: grammar.turn_ends[1]: "<end>" is never seen: turn_ends[0], "<end>", is the same marker; drop one of the two`,
	},
	"a key twice": {
		`fields { key: "ref" holds: HOLDS_ID } fields { key: "ref" }`, `fields { key: "ref" holds: HOLDS_ID }`,
		`acme.txtpb:13:59: grammar.blocks[0].shape.fields[1].key: "ref" is there twice; one key has one meaning`,
	},
	"a format without an example": {
		"", `  example: '<call>{"name": "f", "arguments": {}}</call>'` + "\n",
		`acme.txtpb:4:9: formats[0].example: acme/tags has none; write a whole output with one call`,
	},
	"an example that is no call": {
		`'<call>{"nam": "f"}</call>'`, `'<call>{"name": "f", "arguments": {}}</call>'`,
		`acme.txtpb:6:12: formats[0].example: it must hold one call in acme/tags; it holds`,
	},
	"a format that isn't listed": {
		`format: "acme/json"`, `format: "acme/tags"`,
		`acme.txtpb:4:9: formats: the table has calls in the format "acme/json", which isn't listed; add it, with an example`,
	},
	"a name of other letters": {
		`"Acme 3"`, `"acme_3"`,
		`acme.txtpb:2:21: aliases[1]: the name "Acme 3" is not made of a-z, 0-9 and '_'`,
	},
	"a format's name with an escape": {
		`name: "acme/ta\001gs"`, `name: "acme/tags"`,
		`acme.txtpb:5:9: formats[0].name: the format's name "acme/ta\x01gs": want UTF-8 without control characters`,
	},
	"a pattern for all models": {
		`"*"`, `"acme/*"`,
		`acme.txtpb:3:17: model_patterns[0]: the model pattern "*" matches everything`,
	},
	"a number of no kind of calls": {
		`fields { key: "ref" name: 0 }`, `fields { key: "ref" holds: HOLDS_ID }`,
		`acme.txtpb:13:33: grammar.blocks[0].shape.fields[0].name[0]: 0 is no number of a kind of calls; write 1, or up to 16 where a shape has several kinds`,
	},
	"a mistake in a standard shape's key": {
		`fields { key: "ref" types: "call" }`, `fields { key: "ref" holds: HOLDS_ID }`,
		``, // base has a type: no mistake
	},
	"ids that are too short": {
		"ids { random: 3 }\ngrammar {", "grammar {",
		`acme.txtpb:8:15: ids.random: 3 letters and digits are not between 8 and 48; write such a number, or nothing for 24`,
	},
	"no name": {
		"", "name: \"acme\"\n",
		`acme.txtpb:1:1: name: it is missing; write the family's name, of a-z, 0-9 and '_'`,
	},
	"an empty name": {
		`name: ""`, `name: "acme"`,
		`acme.txtpb:1:7: name: it is missing; write the family's name, of a-z, 0-9 and '_'`,
	},
	"no grammar": {
		"", acme[strings.Index(acme, "grammar"):],
		`acme.txtpb:1:1: grammar: nothing says how calls are written; set json, tags, named, blocks, function_tags, recipients, trees, python, name_lines, frames or document`,
	},
}

func TestMistakesAreReported(t *testing.T) {
	for name, m := range mistakes {
		t.Run(name, func(t *testing.T) {
			text := strings.Replace(acme, m.of, m.write, 1)
			if text == acme {
				t.Fatal("nothing was changed")
			}
			_, err := familyfile.Parse("acme.txtpb", []byte(text))
			if m.want == "" && err == nil {
				return
			}
			if err == nil || !strings.HasPrefix(strings.Split(err.Error(), "\n")[0], m.want) {
				t.Fatalf("got %v\nwant %s", err, m.want)
			}
			var problem *familyfile.Problem
			if !errors.As(err, &problem) {
				t.Errorf("%v is no Problem", err)
			}
		})
	}
}

// In JSON the same is said, at the same places.
func TestMistakesInJSON(t *testing.T) {
	for text, want := range map[string]string{
		"{\"name\": \"acme\",\n \"gramar\": {}}":                               `a.json:2:2: there is no field "gramar"; write grammar`,
		"{\"name\": \"acme\",\n \"grammar\": {\"turnEnds\": [\"<a>\", \"\"]}}": `a.json:2:34: grammar.turn_ends[1]: it is empty; write the marker as the model does`,
		"{\"name\": \"acme\",\n \"ids\": {\"random\": \"x\"}}":                 `a.json:2:20: ids.random: "x" is no number; write a whole one`,
		"{\"name\": \"acme\",}":                                                `a.json:1:17: no JSON goes on so (unexpected token }); drop the comma before it, or write the value that is missing`,
		`{"name": "acme", "aliases": "a"}`:                                     `a.json:1:18: aliases: it is a list; write [ … ] around it`,
		`{"name": "acme", "formats": {"name": "a/b"}}`:                         `a.json:1:18: formats: it is a list; write [ … ] around it`,
		`{"name": "acme", "grammar": []}`:                                      `a.json:1:18: grammar: it is one value, and no list; drop the brackets`,
		`{"name": "acme", "grammar": "x"}`:                                     `a.json:1:29: grammar: "x" is no object; write { … }`,
		`{"name": {"a": 1}}`:                                                   `a.json:1:10: name: it is one value, and no object; drop the braces`,
		`{"name": "acme", "grammar": {"turn_ends": "<a>"}}`:                    `a.json:1:30: grammar.turn_ends: it is a list; write [ … ] around it`,
		`{"name": "acme", "aliases": null, "grammar": null}`:                   `a.json:1:46: grammar: nothing says how calls are written`,
		`[]`:                  `a.json:1:1: it is a list; a file holds one object, so write { … }`,
		`name: "acme`:         `a.json:1:12: it ends here, and a quote isn't closed; close it`,
		`{"name": "acme`:      `a.json:1:15: it ends here, and a quote isn't closed; close it`,
		"{\"name\": \"acme\"": `a.json:1:16: it ends here, and a brace or a bracket isn't closed; close it`,
	} {
		_, err := familyfile.Parse("a.json", []byte(text))
		if err == nil || !strings.HasPrefix(strings.Split(err.Error(), "\n")[0], want) {
			t.Errorf("%s\ngot %v\nwant %s", text, err, want)
		}
	}
}

// A file that declares nothing has no place in which something is wrong.
func TestEmptyFiles(t *testing.T) {
	for _, text := range []string{"", "\n", "# To do.\n", "{}", "\ufeff"} {
		_, err := familyfile.Parse("acme.txtpb", []byte(text))
		if err == nil || !strings.HasPrefix(err.Error(), "acme.txtpb: it declares nothing; write name and grammar") {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// In JSON null is as if the field weren't there.
func TestNullInJSON(t *testing.T) {
	_, err := familyfile.Parse("a.json", []byte(`{"name": "acme", "description": null, "framed": null, "grammar": {"functionTags": null}}`))
	if err == nil || !strings.Contains(err.Error(), "grammar: nothing says how calls are written") {
		t.Errorf("got %v", err)
	}
}

// All mistakes of a file are reported at once.
func TestAllMistakesAreReported(t *testing.T) {
	text := strings.NewReplacer(`open: "<call>"`, `open: ""`, `"<stop>"`, `""`).Replace(acme)
	_, err := familyfile.Parse("acme.txtpb", []byte(text))
	if err == nil || strings.Count(err.Error(), "\n") != 1 {
		t.Errorf("got %v, want two lines", err)
	}
}

// A declared family can't take a built-in one's name, alias or pattern, unless it is let.
func TestDeclaredFamiliesTakeNoNames(t *testing.T) {
	text := strings.NewReplacer(`"acme_2"`, `"qwen"`, `"acme/*"`, `"*GRANITE*"`).Replace(acme)
	file, err := familyfile.Parse("acme.txtpb", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	base := families.Registry()
	_, err = familyfile.Registry(base, []*familyfile.File{file}, false)
	want := `acme.txtpb:2:11: aliases[0]: the name "qwen" is family hermes's (with --allow-override this one takes its place); write another one
acme.txtpb:3:17: model_patterns[0]: the model pattern "*GRANITE*" is family granite's (with --allow-override this one takes its place); write another one`
	if err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
	registry, err := familyfile.Registry(base, []*familyfile.File{file}, true)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"qwen": "acme", "qwen3": "hermes", "granite": "granite"} {
		if f, err := registry.Find(name, ""); err != nil || f.Name != want {
			t.Errorf("%s is %v, %v", name, f, err)
		}
	}
	if f, err := registry.Find("", "ibm/granite-4"); err != nil || f.Name != "acme" {
		t.Errorf("the model is %v's, %v", f, err)
	}
	if f, err := base.Find("qwen", ""); err != nil || f.Name != "hermes" {
		t.Errorf("the registry itself has changed: %v, %v", f, err)
	}
	_, err = familyfile.Registry(base, []*familyfile.File{file, file}, true)
	if err == nil || !strings.Contains(err.Error(), `the name "acme" is family acme's (in another file)`) {
		t.Errorf("twice: %v", err)
	}
}

// A family whose own name is taken is gone, with all its names.
func TestOverriddenFamilyIsGone(t *testing.T) {
	file, err := familyfile.Parse("acme.txtpb", []byte(strings.Replace(acme, `name: "acme"`, `name: "hermes"`, 1)))
	if err != nil {
		t.Fatal(err)
	}
	registry, err := familyfile.Registry(families.Registry(), []*familyfile.File{file}, true)
	if err != nil {
		t.Fatal(err)
	}
	if f, err := registry.Find("hermes", ""); err != nil || f != file.Family {
		t.Errorf("hermes is %v, %v", f, err)
	}
	if f, err := registry.Find("qwen", ""); err == nil {
		t.Errorf("qwen is still %s", f.Name)
	}
	if got, want := len(registry.Families()), len(families.All()); got != want {
		t.Errorf("there are %d families, want %d", got, want)
	}
}

func TestFolders(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"b.txtpb": acme, "a.json": `{"name": "a"}`, ".c.txtpb": "x", "notes.md": "x",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	paths, err := familyfile.Paths(dir)
	if err != nil || len(paths) != 2 || filepath.Base(paths[0]) != "a.json" || filepath.Base(paths[1]) != "b.txtpb" {
		t.Errorf("the files are %v, %v", paths, err)
	}
	if _, err := familyfile.Load(families.Registry(), []string{dir}, false); err == nil || !strings.Contains(err.Error(), "a.json:1:1: grammar: nothing says") {
		t.Errorf("loading says %v", err)
	}
	if _, err := familyfile.Load(families.Registry(), []string{filepath.Join(dir, "none")}, false); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a path that isn't there: %v", err)
	}
	long := filepath.Join(dir, "long.txtpb")
	if err := os.WriteFile(long, []byte("#"+strings.Repeat(" ", familyfile.MaxFileBytes)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := familyfile.Read(long); err == nil || !strings.Contains(err.Error(), "a declaration has 1048576 at most") {
		t.Errorf("a long file: %v", err)
	}
}
