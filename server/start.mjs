// Starts the server from its bundle, which `npm start` and `npm run build` make.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'

// What is compiled is kept for the next start. Where the folder can't be written, each start compiles anew. It is not the
// folder for temporary files, in which other users of the machine could put code of their own.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/greenhouse'))

// V8 doubles its young generation when much of it survives, and what is loaded at a start survives. It would have its
// largest size ever after, 25 MB of memory that an idle server does not need. Under load it may grow.
setFlagsFromString('--semi-space-growth-factor=1')
// Errors name files and lines of the sources.
process.setSourceMapsEnabled(true)
// Imported only now: what is imported statically would be compiled before.
await import('./dist/main.js')
setFlagsFromString('--semi-space-growth-factor=2')
