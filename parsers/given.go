package parsers

import "github.com/toolparser/toolparser/parsers/internal/work"

// given is what the output is and what is asked for: the same until the next output.
type given struct {
	family *Family
	cfg    *Config
	delta  *Delta       // nil: nothing is sent
	output outputText   // of a unary parse
	visits *work.Count  // of what is looked at again; once each, everything is
	block  *resultBlock // becomes the result; nil: nothing is in it yet

	leastTenths tenths // Options.MinConfidence
	buffered    bool   // calls are sent whole
	separate    bool   // Options.SeparateReasoning
}

// forget lets go of the output. The rest is set by begin. Pointers that are cleared one by one
// take less time than a struct, while garbage is collected.
func (g *given) forget() {
	g.family, g.cfg, g.delta, g.output, g.visits, g.block = nil, nil, nil, "", nil, nil
}

func (g *given) begin(f *Family, cfg *Config, delta *Delta) {
	g.family, g.cfg, g.delta, g.visits = f, cfg, delta, cfg.Work.Count()
	g.leastTenths = leastTenths(cfg.Options.MinConfidence)
	g.buffered = cfg.Options.BufferToolCalls || g.leastTenths > 0
	g.separate = cfg.Options.SeparateReasoning
}

// result is what becomes the result. It is made when something is in it, since many streams wait for
// their first call.
func (g *given) result() *resultBlock {
	if g.block == nil {
		g.block = new(resultBlock)
	}
	return g.block
}
