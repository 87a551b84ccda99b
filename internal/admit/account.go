package admit

import "context"

// A Holder counts memory for a client. It is safe for concurrent use.
type Holder struct {
	memory *Memory
	client *client
}

// Holder counts memory for who makes the call of ctx.
func (m *Memory) Holder(ctx context.Context) Holder {
	if a := Of(ctx); a != nil {
		return a.holder()
	}
	return Holder{m, &m.anyone}
}

// holder counts memory for who makes the call. That of kinds Side and Watch has none of what others have.
func (a *Admission) holder() Holder {
	if m := &a.gate.sides.memory; a.kind.side() {
		return Holder{m, &m.anyone}
	}
	return Holder{a.gate.config.Memory, a.client}
}

// Take counts n more bytes, or reports false if there is no room for them.
func (h Holder) Take(n int) bool { return h.memory.take(h.client, n) }

// Give takes n bytes out of the count.
func (h Holder) Give(n int) { h.memory.give(h.client, n) }

// takeOver counts n more bytes than its share, if that is little.
func (h Holder) takeOver(n int) bool { return h.memory.takeOver(h.client, n) }

// giveOver takes n bytes out of the count, of which some were over.
func (h Holder) giveOver(n, over int) {
	h.memory.give(h.client, n)
	if over != 0 {
		h.memory.countOver(h.client, -over)
	}
}

// A Caller has a share of the memory where no calls are admitted. The zero value is ready for use.
type Caller struct{ client client }

// AccountOf returns an account of nothing, for a caller.
func (m *Memory) AccountOf(c *Caller) Account { return Account{holder: Holder{m, &c.client}} }

// Account returns an account of nothing, for the call of ctx.
func (m *Memory) Account(ctx context.Context) Account { return Account{holder: m.Holder(ctx)} }

// An Account is what the memory counts for one call, or for a part of it. It is used by one
// goroutine at a time.
type Account struct {
	holder Holder
	held   int
	// noted is the part of it that work took, base what of that stays: see Note and Keep.
	noted, base int
}

// Hold counts n more bytes.
func (a *Account) Hold(n int) error {
	if n == 0 {
		return nil // the count is everyone's: even adding nothing to it shows
	}
	if !a.holder.Take(n) {
		return NoMemory()
	}
	a.held += n
	return nil
}

// Give takes n bytes out of the count.
func (a *Account) Give(n int) {
	if n != 0 {
		a.holder.Give(n)
		a.held -= n
	}
}

// End takes all out of it.
func (a *Account) End() {
	a.Give(a.held)
	a.noted, a.base = 0, 0
}

// Note counts what the work holds now, which was something else before.
func (a *Account) Note(n int) error {
	change := a.base + n - a.noted
	if change < 0 {
		a.Give(-change)
	} else if err := a.Hold(change); err != nil {
		return err
	}
	a.noted += change
	return nil
}

// Keep has what was noted stay in the count, whatever is noted next.
func (a *Account) Keep() { a.base = a.noted }

// TakeOver takes all that another account of the same client holds.
func (a *Account) TakeOver(other *Account) {
	a.held += other.held
	*other = Account{holder: other.holder}
}

// Held is how many bytes are counted.
func (a *Account) Held() int { return a.held }
