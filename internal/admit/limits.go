package admit

import "time"

const (
	// lateAfter is when a call whose message hasn't come doesn't count as one in flight any
	// more, lateShare the part of Config.MaxCalls that such calls may be next to those.
	lateAfter = 100 * time.Millisecond
	lateShare = 4
	// reservedCalls is how many calls a client may have of each kind when it is crowded.
	reservedCalls = 8
	// maxSideCalls bounds the calls of kind Side that are open, and those of kind Watch. Either kind's hold
	// mostSideBytes at most, or a part of the memory, sideShare, if that is less, but leastSideBytes in any case.
	maxSideCalls   = 1024
	mostSideBytes  = 16 << 20
	sideShare      = 32
	leastSideBytes = 512 << 10
	// maxSideMessage bounds their messages, messageHeader is what goes before one.
	maxSideMessage = 4 << 10
	messageHeader  = 5
	// sentBytes is what an answer on its way takes next to its text, coveredBytes what of openBytes is for answers on
	// their way.
	sentBytes    = 256
	coveredBytes = 5 << 10
	// sendLooks is how often in Config.SendTimeout connections are looked at.
	sendLooks = 4
	// openBytes is what memory counts for each call that is open, valueBytes for each value
	// of its headers, next to their text.
	openBytes  = 8 << 10
	valueBytes = 64
	// DefaultMaxConnections is the default of Config.MaxConnections, unless memory for as
	// many is missing: connectionBytes is what one takes.
	DefaultMaxConnections = 4096
	connectionBytes       = 32 << 10
	// unusedAfter is how long a connection makes no call until it makes room for a new one,
	// neverUsedAfter how long one that never made any; unusedLooks is at how many a new one
	// looks.
	unusedAfter    = 10 * time.Second
	neverUsedAfter = time.Second
	unusedLooks    = 64
	// finishedTimeout ends streams that have had their result.
	finishedTimeout = 10 * time.Second
	// memoryShare is the part of the memory that calls may hold: the other half is for the
	// program itself, and what waits to be collected.
	memoryShare = 2
	// RuntimeShare is the part of the memory of the cgroup or the machine that programs give
	// Go's runtime as its limit (GOMEMLIMIT); the rest is for what the runtime doesn't count.
	RuntimeShare = 0.9
	// reservedShare is the part of the memory that each client may hold when it is crowded.
	reservedShare = 64
	// minDerivedMemory is the least that a share of the memory may be: the program itself takes
	// about as much.
	minDerivedMemory = 16 << 20
	// refusalLines bounds how many refused calls are logged in a second.
	refusalLines = 1
	// callerLineRate bounds how many lines of the log are about calls of one caller that failed, in a second;
	// networkLineRate those about all callers of one network that have no identity, of which lineNetworks are
	// distinguished.
	callerLineRate, networkLineRate = 10, 100
	lineNetworks                    = 256
	// maxLoggedBytes bounds what the log, or an error, has of a name.
	maxLoggedBytes = 256
)
