// Package admit decides which gRPC calls may run, when, and with how much memory. It knows gRPC, but neither the
// contract nor parsers: a Config says how the calls of each method count.
//
// A call arrives at a [Gate], before a goroutine, a message or a queue is spent on it. If the gate admits the
// call, it has an [Admission], which counts in one pool of open calls. While the call runs, it works in turns
// ([Turns]), and counts its memory ([Account]). All these limits are for a client, too: a connection, or an
// identity ([Identities]). So no client has everything.
//
// The files, each before those that it uses:
//
//   - server.go: passes the calls of a gRPC server through the gate
//   - backpressure.go: listeners, and connections that wait while memory is full
//   - gate.go: decides whether a call may run
//   - counts.go: what the gate has in hand
//   - stream.go: ends streams that are idle, or old
//   - awaited.go: calls whose message hasn't come, and the end of admissions
//   - answers.go: encodes answers so that they count until they are written
//   - recover.go: panics
//   - refusals.go: calls that fail before an interceptor sees them, and whether the log has a line about a call that failed
//   - connections.go: the connections that are open, each a client
//   - sides.go: the calls of health and reflection
//   - sending.go: what is on its way to clients
//   - account.go: what memory counts for one call
//   - pace.go: places for what long bodies send
//   - turn.go: what one call has of the turns
//   - admission.go: counts a call in its pool
//   - shed.go: calls that aren't taken, and why
//   - lines.go: which lines the log has, and their attributes
//   - identity.go: who may call
//   - tidy.go: gives memory back when there is nothing to do
//   - turns.go: lets as many calls work as there are processors
//   - buffers.go, memory.go: what memory counts
//   - pool.go: how many calls of a kind are open
//   - errors.go: errors of several files
//   - kind.go, limits.go: how calls count, and all fixed limits
//
// All types are safe for concurrent use, except for [Turn] and [Account], which one goroutine uses at a time.
package admit
