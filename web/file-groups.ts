import { join } from 'node:path'
import { normalizePath, type Rolldown } from 'vite'

/** Packages with one file that imports all of their modules: following it would reach everything. */
const LARGE = /[\\/](?:contract[\\/]src|node_modules[\\/]lucide-react)[\\/]/
type ModuleReader = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

/** Runs before the first paint, and imports nothing that is evaluated after it. */
const MAIN = /[\\/]web[\\/]src[\\/](?:main|lib[\\/]next-task)\.ts|vite[\\/]preload-helper/
/** Every page: the application and the frame around a screen. */
const START = [
  '/src/app/start.tsx',
  '/src/app/app.tsx',
  '/src/app/routes.tsx',
  '/src/app/layout.tsx',
  '/src/app/header.tsx',
  '/src/lib/use-page-title.ts',
]
const VISITOR = ['/src/app/visitor.tsx']
const MEMBER = ['/src/app/member.tsx', '/src/shared/live/live-message.ts', '/src/shared/task/task-groups.ts']
/** Calls of the API. */
const CALLS = [
  '/src/lib/call.ts',
  '/../contract/src/client.ts',
  '/../contract/src/problem.ts',
  '/../contract/src/route.ts',
]
/** Fields that a visitor's forms share with screens without a form. */
const FIELDS = [
  '/src/ui/date-field.tsx',
  '/src/ui/select-field.tsx',
  '/src/lib/dates.ts',
  '/../contract/src/fields.ts',
  '/../contract/src/users.ts',
]
/** Forms of a visitor; a member's forms use the rest of their fields. */
const FORMS = [
  '/src/pages/entry/login-form.tsx',
  '/src/pages/entry/registration.tsx',
  '/src/pages/entry/second-step.tsx',
  '/src/pages/entry/reset-screen.tsx',
]
/** Shapes of accounts and conditions: a third of the contract, and few screens need them. */
const ACCOUNTS = /[\\/]contract[\\/]src[\\/](?:second-factor|registration)/
const CONDITIONS = /[\\/]contract[\\/]src[\\/]conditions/
/** Shapes of boards, for one screen and its dialogs. */
const BOARDS = /[\\/]contract[\\/]src[\\/](?:boards|hubs|brokers)\.ts/
/** Shapes of channels, for the screens of notifications and alerts. */
const CHANNELS = /[\\/](?:contract[\\/]src[\\/]channels|shared[\\/]channel[\\/]channel-queries)\.ts/
/** Shapes and parts of invitations, which visitors and members see. */
const INVITATIONS =
  /[\\/](?:contract[\\/]src[\\/](?:invitations|households)\.ts|shared[\\/](?:household[\\/]household-words|plant[\\/]plant-drawing)|src[\\/](?:lib|ui)[\\/]initials)/
/** Draws codes of labels, links and second factors: a fifth of what screens share, and few screens draw one. */
const QR = /[\\/](?:uqr[\\/]|ui[\\/]qr-code\.tsx)/
/** Plants with their dialog and its form. */
const PLANTS =
  /[\\/]src[\\/](?:shared[\\/]plant[\\/](?:plant-(?:card|dialog|details|form|questions|mutations)|species-|typed-plant|use-watering|watering-offers)|ui[\\/]combobox)/
/** Devices and rules with their values, live and on charts. */
const SERIES = /[\\/]shared[\\/](?:board|device|history|liveness|rule|series)[\\/]/
/** Small parts of the dashboard that one or two other screens share. */
const VALUES =
  /[\\/](?:bullet-bar|spoken-values|weather-values|use-hide-series|matching-conditions|advice-words|episode-mutations)\.tsx?/
/** Addresses of the server that boards connect to. */
const SERVER = /[\\/](?:contract[\\/]src[\\/]server-info|server[\\/]server-queries)\.ts/
/** Makes photos smaller and sends them, for forms and the page of what waits. */
const PHOTOS = /[\\/](?:shared[\\/]care[\\/]photo[\\/]|lib[\\/]upload\.ts|contract[\\/]src[\\/]exif-date)/
const CONTRACT = /[\\/]contract[\\/]src[\\/](?!account-export|server-info|conditions|device-connection)/

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
  { name: 'invitations', test: INVITATIONS, minShareCount: 2, includeDependenciesRecursively: false },
  { debugName: 'member', name: reachedFrom('member', MEMBER) },
  { name: 'accounts', test: ACCOUNTS, minShareCount: 2, includeDependenciesRecursively: false },
  { name: 'conditions', test: CONDITIONS, minShareCount: 2, includeDependenciesRecursively: false },
  { name: 'boards', test: BOARDS, minShareCount: 2, includeDependenciesRecursively: false },
  { name: 'channels', test: CHANNELS, minShareCount: 2, includeDependenciesRecursively: false },
  { name: 'server', test: SERVER, minShareCount: 2, includeDependenciesRecursively: false },
  { name: 'photos', test: PHOTOS, minShareCount: 2, includeDependenciesRecursively: false },
  { name: 'contract', test: CONTRACT, minShareCount: 2 },
  { name: 'qr', test: QR },
  { name: 'plants', test: PLANTS, minShareCount: 2, includeDependenciesRecursively: false },
  { name: 'series', test: SERIES, minShareCount: 3, includeDependenciesRecursively: false },
  { name: 'values', test: VALUES, minShareCount: 2, includeDependenciesRecursively: false },
  { name: 'members', minShareCount: 3 },
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
