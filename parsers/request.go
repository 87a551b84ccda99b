package parsers

import "github.com/toolparser/toolparser/parsers/internal/work"

// request is what the output is and what is asked for: the same until the next output.
type request struct {
	family *Family
	cfg    *Config
	delta  *Delta        // nil: nothing is sent
	output outputText    // of a unary parse
	visits *work.Counter // of what is looked at again; once each, everything is
	block  *resultBlock  // becomes the result; nil: nothing is in it yet

	leastTenths tenths // Options.MinConfidence
	buffered    bool   // calls are sent whole
	separate    bool   // Options.SeparateReasoning
}

// forget lets go of the output. The rest is set by begin. Pointers that are cleared one by one
// take less time than a struct, while garbage is collected.
func (rq *request) forget() {
	rq.family, rq.cfg, rq.delta, rq.output, rq.visits, rq.block = nil, nil, nil, "", nil, nil
}

func (rq *request) begin(f *Family, cfg *Config, delta *Delta) {
	rq.family, rq.cfg, rq.delta, rq.visits = f, cfg, delta, cfg.Work.Counter()
	rq.leastTenths = leastTenths(cfg.Options.MinConfidence)
	rq.buffered = cfg.Options.BufferToolCalls || rq.leastTenths > 0
	rq.separate = cfg.Options.SeparateReasoning
}

// result is what becomes the result. It is made when something is in it, since many streams wait for
// their first call.
func (rq *request) result() *resultBlock {
	if rq.block == nil {
		rq.block = new(resultBlock)
	}
	return rq.block
}
