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
	// maxSteps bounds the work of checking the calls of one request.
	maxSteps = 1 << 21
	// maxNumberBytes and maxNumberExponent bound the numbers that are compared
	// exactly; 1e999999 has a million digits.
	maxNumberBytes    = 400
	maxNumberExponent = 400
)
