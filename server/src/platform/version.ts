import manifest from '../../../package.json' with { type: 'json' }

/** Of the program, as package.json says. */
export const VERSION = manifest.version
