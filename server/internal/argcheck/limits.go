package argcheck

const (
	// MaxSchemaBytes is the longest schema that is compiled: 128 KiB.
	MaxSchemaBytes = 128 << 10
	// maxSchemaDepth bounds how deep a schema is nested, whose compilation takes
	// the cube of it.
	maxSchemaDepth = 64
	// maxSubschemas, maxSchemaValues, maxSchemaPathBytes, maxSchemaResources and
	// maxSchemaReferences bound what compiling takes; see schemaSize.
	maxSubschemas       = 2048
	maxSchemaValues     = 16 << 10
	maxSchemaPathBytes  = 1 << 20
	maxSchemaResources  = 64
	maxSchemaReferences = 256
	// maxPatternSize bounds the instructions of one pattern, maxPatternsSize those
	// of a schema.
	maxPatternSize  = 4 << 10
	maxPatternsSize = 16 << 10
	// maxPatternBytes bounds the patterns of a schema, as they are written: to parse a
	// byte takes a tenth of a microsecond.
	maxPatternBytes = 32 << 10
	// maxClassWeight bounds the character classes in the patterns of a schema;
	// foldWeight is the weight of one that ignores case, which takes milliseconds.
	maxClassWeight = 256
	foldWeight     = 16
	// CacheEntries bounds the schemas kept from one request to the next.
	CacheEntries = 1024
	// CacheBytes bounds the memory of those schemas: 32 MiB.
	CacheBytes = 32 << 20
	// maxCompiledBytes bounds the memory of the compiled schemas of one request,
	// and so the work of compiling them: 16 MiB.
	maxCompiledBytes = 16 << 20
	// maxViolations bounds what is reported of one call, maxToldBytes the
	// text of it in one request, maxMessageBytes that of one violation, and
	// maxPointerBytes that of one place.
	maxViolations   = 32
	maxToldBytes    = 16 << 10
	maxMessageBytes = 200
	maxPointerBytes = 1 << 10
	// maxSteps bounds the work of checking the calls of one request, maxCheckSteps that of one call. A
	// step is up to 20 ns, or up to 40 ns on a slow processor: so that one check takes
	// up to 5 ms.
	maxSteps      = 1 << 21
	maxCheckSteps = 1 << 17
	// maxCompileSteps is the work of compiling a schema that is done in a turn. What takes more, up to ten
	// times as long, waits for a long turn.
	maxCompileSteps = maxCheckSteps
	// stepBytes is how many bytes of an output are looked at in the time of a step, about, and jsonBytes in
	// that of decoding one of JSON.
	stepBytes = 2
	jsonBytes = 4
	// jsonPiece is how much JSON is decoded at once, at most.
	jsonPiece = 8 << 10
	// maxNumberBytes and maxNumberExponent bound the numbers that are compared
	// exactly; 1e999999 has a million digits.
	maxNumberBytes    = 400
	maxNumberExponent = 400
)
