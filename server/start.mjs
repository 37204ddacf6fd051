// Starts the server. It is JavaScript so that nothing needs the compiler that removes types when all is compiled already:
// that costs half a start and 16 MB of memory.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'

// What is compiled is kept for the next start. Where the folder can't be written, each start compiles anew. It is not the
// folder for temporary files, in which other users of the machine could put code of their own.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/greenhouse'))

// V8 doubles its young generation when much of it survives, and what is loaded at a start survives. It would have its
// largest size ever after, 25 MB of memory that an idle server does not need. Under load it may grow.
setFlagsFromString('--semi-space-growth-factor=1')
// Imported only now: what is imported statically would be compiled before.
await import('./src/main.ts')
setFlagsFromString('--semi-space-growth-factor=2')
