// Starts the server from its bundle, which `npm start` and `npm run build` make.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'

// Caches compiled code for the next start where the folder is writable. Not in the folder for temporary files, where other
// users of the machine could put code of their own.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/greenhouse'))

// V8 doubles its young generation while loading and would keep it: 25 MB that an idle server does not need. It may grow under
// load.
setFlagsFromString('--semi-space-growth-factor=1')
// Errors name files and lines of the sources.
process.setSourceMapsEnabled(true)
// Imported only now: what is imported statically would be compiled before.
await import('./dist/main.js')
setFlagsFromString('--semi-space-growth-factor=2')
