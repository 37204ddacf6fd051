import { join } from 'node:path'
import { normalizePath, type Rolldown } from 'vite'

/** Have one file that imports all of their modules, of which little is used. */
const LARGE = /[\\/](?:contract[\\/]src|node_modules[\\/]lucide-react)[\\/]/
type ModuleReader = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

/** What everybody needs to see a page, by the files that it begins with. */
const START = ['/src/main.tsx', '/src/app/app.tsx', '/src/app/visitor.tsx']
/** What calls the API. */
const CALLS = ['/src/lib/call.ts', '/../contract/src/client.ts', '/../contract/src/problem.ts']
/** The forms of a visitor; their fields and dialogs are a member's as well. */
const FORMS = [
  '/src/features/session/login-form.tsx',
  '/src/features/session/registration.tsx',
  '/src/features/session/second-step.tsx',
  '/src/screens/recovery/reset-screen.tsx',
]

/**
 * The files of the build. Each request costs a slow phone several milliseconds, so what several screens share is one file
 * for all screens, except that a visitor loads nothing that only members need.
 */
export const fileGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 4 },
  { name: 'icons', test: /[\\/]node_modules[\\/]lucide-react[\\/]/, minShareCount: 2, priority: 4 },
  { debugName: 'start', name: reachedFrom('start', START), priority: 3 },
  { debugName: 'calls', name: reachedFrom('calls', CALLS), priority: 2 },
  { debugName: 'forms', name: reachedFrom('forms', FORMS), minShareCount: 2, priority: 1 },
  {
    name: 'contract',
    test: /[\\/](?:contract[\\/]src[\\/]|web[\\/]src[\\/]lib[\\/]live-message)/,
    minShareCount: 2,
    priority: 1,
  },
  { name: 'members', minShareCount: 3 },
]

/** Names the modules that these files import, and those that they import in turn, without what is loaded on demand. */
function reachedFrom(name: string, files: readonly string[]): Rolldown.CodeSplittingNameFunction {
  let reached: ReadonlySet<string> | undefined
  return (moduleId, modules) => {
    reached ??= closureOf(files, modules)
    return reached.has(moduleId) ? name : null
  }
}

/** The files that the file of a module needs, that one included. */
export function filesFor(moduleFile: string, bundle: Rolldown.OutputBundle): string[] {
  const id = normalizePath(join(import.meta.dirname, moduleFile))
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const found = new Set(chunks.filter(({ moduleIds }) => moduleIds.includes(id)))
  for (const { imports } of found)
    chunks.filter(({ fileName }) => imports.includes(fileName)).forEach((chunk) => found.add(chunk))
  return [...found].map(({ fileName }) => fileName)
}

function closureOf(files: readonly string[], modules: ModuleReader): ReadonlySet<string> {
  const found = new Set(files.map((file) => normalizePath(join(import.meta.dirname, file))))
  // A set yields what is added while it is read.
  for (const id of found) {
    if (!LARGE.test(id)) modules.getModuleInfo(id)?.importedIds.forEach((imported) => found.add(imported))
  }
  return found
}
