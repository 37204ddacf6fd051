import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Features of the server in their order: each may use those before it, none after. */
const FEATURES = [
  'users',
  'settings',
  'mail',
  'second-factor',
  'devices',
  'plants',
  'readings',
  'conditions',
  'alerts',
  'weather',
  'newsletter',
  'retention',
  'account',
  'live',
  'api-docs',
  'server-info',
]
const SQL = /\b(?:selectFrom|insertInto|updateTable|deleteFrom)\s*\(|\bsql(?:<[^>]*>)?`|\bsql\.raw\(/
const CLOCK = /\bDate\.now\(\)|\bnew Date\(\)/

/** main, app and admin stand at the top. */
const ROOT_FILE = /^server\/src\/[^/]+\.ts$/

interface Source {
  readonly file: string
  readonly text: string
}

test('every import goes one way, and words stay in their rooms', () => {
  const sources = ['contract/src', 'server/src', 'web/src', 'simulator/src'].flatMap(read)
  expect(sources.length).toBeGreaterThan(50)
  expect(sources.flatMap(violations)).toEqual([])
})

test.each([
  ['contract/src/x.ts', "import { readFileSync } from 'node:fs'", 'the contract imports only zod'],
  [
    'server/src/features/users/user-store.ts',
    "import { x } from '../alerts/alert-store.ts'",
    'a feature may not use one after it',
  ],
  [
    'server/src/platform/http/http.ts',
    "import { x } from '../../features/users/user-store.ts'",
    'the platform knows no features',
  ],
  [
    'server/src/features/users/user-routes.ts',
    "import { x } from '../../ingest/ingest.ts'",
    'a feature knows none of the stories above it',
  ],
  [
    'server/src/ingest/ingest.ts',
    "import { x } from '../app.ts'",
    'nothing but the command lines imports what they build',
  ],
  ['server/src/features/devices/device-routes.ts', "db.selectFrom('device')", 'SQL only in stores and platform/db'],
  [
    'server/src/features/users/user-routes.ts',
    "import { fastify } from 'fastify'",
    'the web framework only in platform/http',
  ],
  ['server/src/features/users/user-routes.ts', 'const now = Date.now()', 'the clock only through the context'],
  ['web/src/features/devices/x.tsx', "import { y } from '../history/y.ts'", 'features never import each other'],
  ['web/src/ui/button.tsx', "import { y } from '../features/history/y.ts'", 'ui knows no features'],
  ['web/src/lib/call.ts', "import { y } from '../ui/button.tsx'", 'lib knows no components'],
  ['web/src/lib/call.ts', "import { y } from '../../../server/src/app.ts'", 'the web never imports the server'],
  ['web/src/features/devices/x.tsx', "import { y } from '../../screens/home/home.tsx'", 'features know no screens'],
])('notices a seeded violation in %s: %s', (file, text, rule) => {
  expect(violations({ file, text })).toEqual([`${file}: ${rule}`])
})

/** The rules a file breaks, each as `file: rule`. */
function violations({ file, text }: Source): string[] {
  const imported = imports(file, text)
  const broken = [
    file.startsWith('contract/') &&
      !file.includes('.test.') &&
      imported.some((to) => !/^(?:zod|contract\/)/.test(to)) &&
      'the contract imports only zod',
    ...(file.startsWith('server/') ? serverRules(file, text, imported) : []),
    ...(file.startsWith('web/') ? webRules(file, imported) : []),
  ]
  return broken.filter((rule) => typeof rule === 'string').map((rule) => `${file}: ${rule}`)
}

function serverRules(file: string, text: string, imported: string[]): Array<string | false> {
  const inPlatform = file.startsWith('server/src/platform/')
  const inFeatures = file.startsWith('server/src/features/')
  const isTest = file.includes('.test.')
  return [
    inPlatform && imported.some(isIn('features', 'ingest')) && 'the platform knows no features',
    inFeatures && imported.some(isIn('ingest')) && 'a feature knows none of the stories above it',
    (inPlatform || inFeatures || file.startsWith('server/src/ingest/')) &&
      !isTest &&
      imported.some((to) => ROOT_FILE.test(to)) &&
      'nothing but the command lines imports what they build',
    imported.some((to) => isLater(file, to)) && 'a feature may not use one after it',
    !isTest && SQL.test(text) && !/-store\.ts$|\/platform\/db\//.test(file) && 'SQL only in stores and platform/db',
    imported.some((to) => /^(?:@fastify\/|fastify$)/.test(to)) &&
      !file.includes('/platform/http/') &&
      'the web framework only in platform/http',
    !isTest &&
      CLOCK.test(text) &&
      !/server\/src\/(?:app|main|platform\/log)\.ts$/.test(file) &&
      'the clock only through the context',
  ]
}

/** Whether a path lies in one of these rooms of the server. */
function isIn(...rooms: string[]): (to: string) => boolean {
  return (to) => rooms.some((room) => to.startsWith(`server/src/${room}/`))
}

function webRules(file: string, imported: string[]): Array<string | false> {
  const uses = (room: string) => imported.some((to) => to.startsWith(`web/src/${room}/`))
  const room = file.split('/')[2] ?? ''
  const feature = featureOf(file)
  return [
    imported.some((to) => to.startsWith('server/')) && 'the web never imports the server',
    room === 'features' &&
      imported.some((to) => to.startsWith('web/src/features/') && featureOf(to) !== feature) &&
      'features never import each other',
    room === 'features' && (uses('screens') || uses('app')) && 'features know no screens',
    room === 'ui' && (uses('features') || uses('screens') || uses('app')) && 'ui knows no features',
    room === 'lib' && (uses('ui') || uses('features') || uses('screens') || uses('app')) && 'lib knows no components',
    room === 'screens' && uses('app') && 'screens know no app',
  ]
}

function isLater(file: string, imported: string): boolean {
  const [from, to] = [featureOf(file), featureOf(imported)]
  return from !== undefined && to !== undefined && FEATURES.indexOf(to) > FEATURES.indexOf(from)
}

function featureOf(file: string): string | undefined {
  return /^(?:server|web)\/src\/features\/([^/]+)\//.exec(file)?.[1]
}

/** What a file imports: packages by name, files by their path from the root. */
function imports(file: string, text: string): string[] {
  return [...text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'([^']+)'/g)].map(([, to = '']) =>
    to.startsWith('.') ? normalize(join(dirname(file), to)) : to,
  )
}

function read(folder: string): Source[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ file: relative(root, path), text: readFileSync(path, 'utf8') }))
}
