package chattemplate

// MaxTime is what all renderings of a template may take.
const MaxTime = maxTime
