// Creates one formatter of each kind that pages use, so that the process knows its languages. See prepare-formatters.ts.
const formatters = [new Intl.NumberFormat(), new Intl.DateTimeFormat(), new Intl.Segmenter()]
postMessage(formatters.length)
