import { join } from 'node:path'
import { normalizePath, type Rolldown } from 'vite'

/** Have one file that imports all of their modules, of which little is used. */
const LARGE = /[\\/](?:contract[\\/]src|node_modules[\\/]lucide-react)[\\/]/
type ModuleReader = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

/** What waits for the first paint. It imports nothing of what it waits to evaluate. */
const MAIN = /[\\/]web[\\/]src[\\/](?:main|lib[\\/]next-task)\.ts|vite[\\/]preload-helper/
/** What everybody needs to see a page, by the files that it begins with: the application, and what stands around a screen. */
const START = [
  '/src/app/start.tsx',
  '/src/app/app.tsx',
  '/src/app/routes.tsx',
  '/src/app/layout.tsx',
  '/src/app/header.tsx',
  '/src/lib/use-page-title.ts',
]
const VISITOR = ['/src/app/visitor.tsx']
const MEMBER = ['/src/app/member.tsx', '/src/shared/live/live-message.ts']
/** What calls the API. */
const CALLS = ['/src/lib/call.ts', '/../contract/src/client.ts', '/../contract/src/problem.ts']
/** Fields that a visitor's forms share with screens that only show something. */
const FIELDS = [
  '/src/ui/date-field.tsx',
  '/src/ui/select-field.tsx',
  '/src/lib/dates.ts',
  '/../contract/src/fields.ts',
  '/../contract/src/users.ts',
]
/** The forms of a visitor; the rest of their fields is on a member's forms as well. */
const FORMS = [
  '/src/pages/entry/login-form.tsx',
  '/src/pages/entry/registration.tsx',
  '/src/pages/entry/second-step.tsx',
  '/src/pages/entry/reset-screen.tsx',
]
/** What a member's screens have on which something is changed. */
const EDITING = [
  '/src/ui/dialog.tsx',
  '/src/ui/confirm-dialog.tsx',
  '/src/ui/form-buttons.tsx',
  '/src/ui/copyable.tsx',
  '/src/ui/search-field.tsx',
  '/src/lib/download.ts',
  '/src/shared/plant/plant-drawing.tsx',
]
/** The shapes of accounts and conditions are a third of the contract, and few screens need them. */
const ACCOUNTS = /[\\/]contract[\\/]src[\\/](?:second-factor|registration)/
const CONDITIONS = /[\\/]contract[\\/]src[\\/]conditions/
/** Those of boards are on one screen and its dialogs. */
const BOARDS = /[\\/]contract[\\/]src[\\/](?:boards|hubs|brokers)\.ts/
/** Those of channels are on the screens of notifications and alerts. */
const CHANNELS = /[\\/]contract[\\/]src[\\/]channels\.ts/
/** What boards need to know of the server. */
const SERVER = /[\\/](?:contract[\\/]src[\\/]server-info|server[\\/]server-queries)\.ts/
const CONTRACT = /[\\/]contract[\\/]src[\\/](?!account-export|server-info|conditions|device-connection)/

/** Small modules of screens that show values. */
const VALUES = /[\\/](?:spoken-values|chosen-device|metric-value|use-debounced|condition-words|rules-path)\.tsx?$/

/**
 * The files of the build. Each request costs a slow phone several milliseconds, so what several screens share is few files,
 * but none holds much that a screen loads without need. A module is in the first of these groups that takes it; a group
 * takes what its modules import as well, so what comes earlier must not import what comes later.
 */
export const fileGroups: Rolldown.CodeSplittingGroup[] = inOrder([
  { name: 'main', test: MAIN },
  { name: 'react', test: /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]/ },
  { debugName: 'start', name: reachedFrom('start', START) },
  { debugName: 'visitor', name: reachedFrom('visitor', VISITOR) },
  { name: 'icons', test: /[\\/]node_modules[\\/]lucide-react[\\/]/, minShareCount: 3 },
  { debugName: 'calls', name: reachedFrom('calls', CALLS) },
  { debugName: 'fields', name: reachedFrom('fields', FIELDS), minShareCount: 2 },
  { debugName: 'forms', name: reachedFrom('forms', FORMS), minShareCount: 2 },
  { debugName: 'member', name: reachedFrom('member', MEMBER) },
  { name: 'accounts', test: ACCOUNTS, minShareCount: 2, includeDependenciesRecursively: false },
  { name: 'conditions', test: CONDITIONS, minShareCount: 2, includeDependenciesRecursively: false },
  { name: 'boards', test: BOARDS, minShareCount: 2, includeDependenciesRecursively: false },
  { name: 'channels', test: CHANNELS, minShareCount: 2, includeDependenciesRecursively: false },
  { name: 'server', test: SERVER, minShareCount: 2, includeDependenciesRecursively: false },
  { name: 'contract', test: CONTRACT, minShareCount: 2 },
  { debugName: 'editing', name: reachedFrom('editing', EDITING), minShareCount: 2 },
  { name: 'members', minShareCount: 3 },
  { name: 'values', test: VALUES, minShareCount: 2, includeDependenciesRecursively: false },
])

/** The builder orders groups by a priority, the highest first. */
function inOrder(groups: readonly Rolldown.CodeSplittingGroup[]): Rolldown.CodeSplittingGroup[] {
  return groups.map((group, index) => ({ ...group, priority: groups.length - index }))
}

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
