package familyfile_test

import (
	"testing"

	"github.com/toolparser/toolparser/conformance/parsertest"
	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/familyfile"
	"github.com/toolparser/toolparser/parsers"
)

// BenchmarkDeclared compares families with themselves as they are read from their
// printed declarations: a declared family costs what a built-in one does.
func BenchmarkDeclared(b *testing.B) {
	registry := families.Registry()
	for _, name := range []string{"hermes", "qwen3_coder", "deepseek", "gpt_oss"} {
		builtIn, err := registry.Find(name, "")
		if err != nil {
			b.Fatal(err)
		}
		for kind, f := range map[string]*parsers.Family{"built_in": builtIn, "declared": redeclared(b, builtIn)} {
			b.Run(name+"/"+kind, func(b *testing.B) {
				parsertest.Benchmark(b, f, parsers.Config{}, f.Formats[0].Example, 1)
			})
		}
	}
}

// redeclared is a family as it is read from its printed declaration.
func redeclared(b *testing.B, f *parsers.Family) *parsers.Family {
	b.Helper()
	d, err := familyfile.FromFamily(f)
	if err != nil {
		b.Fatal(err)
	}
	file, err := familyfile.Parse(f.Name+".txtpb", familyfile.Print(d))
	if err != nil {
		b.Fatal(err)
	}
	return file.Family
}
