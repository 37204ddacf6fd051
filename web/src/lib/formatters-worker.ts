// Creates one formatter of each kind to warm up the process. See prepare-formatters.ts.
const formatters = [new Intl.NumberFormat(), new Intl.DateTimeFormat(), new Intl.Segmenter()]
postMessage(formatters.length)
