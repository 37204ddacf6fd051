// Starts the server. It is JavaScript so that nothing needs the compiler that removes types when all is compiled already:
// that costs half a start and 16 MB of memory.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// What is compiled is kept for the next start. Where the folder can't be written, each start compiles anew. It is not the
// folder for temporary files, in which other users of the machine could put code of their own.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/greenhouse'))

// Imported only now: what is imported statically would be compiled before.
await import('./src/main.ts')
