import { expect, test } from 'vitest'
import { PROJECT, sourcesOf, type Source } from '../../scripts/imports.ts'
import { fileCircles, moduleGraph } from '../../scripts/module-graph.ts'
import { usedByOnePage, violations } from './boundary-rules.ts'

test('every import follows one direction, and SQL, clock and framework stay in their rooms', () => {
  const sources = PROJECT.flatMap(sourcesOf)
  expect(sources.length).toBeGreaterThan(50)
  expect(sources.flatMap(violations)).toEqual([])
})

test.each([
  ['.', 9, 18],
  ['timeseries/src', 10, 33],
  ['server/src', 15, 53],
  ['server/src/features', 26, 64],
  ['server/src/features/alerts', 7, 7],
  ['server/src/ingest', 18, 38],
  ['server/src/cluster', 10, 9],
  ['server/src/platform', 33, 80],
  ['web/src', 7, 12],
  ['web/src/shared', 22, 50],
])('%s has no circle, at most %d rooms and at most %d arrows', (folder, rooms, arrows) => {
  const graph = moduleGraph(folder, folder === '.' ? PROJECT.flatMap(sourcesOf) : sourcesOf(folder))
  expect(graph.circles).toEqual([])
  expect(graph.floors.flat().length).toBeLessThanOrEqual(rooms)
  expect(graph.arrows.length).toBeLessThanOrEqual(arrows)
})

test.each(['contract', 'timeseries', 'server', 'web'])(
  'no files of %s import each other in a circle, types included',
  (folder) => {
    expect(fileCircles(sourcesOf(folder))).toEqual([])
  },
)

test('each file of web/src/shared is used by two pages, or by a page and the application around it', () => {
  expect(usedByOnePage(sourcesOf('web'))).toEqual([])
})

test('a shared file that only one page uses is found, even through another shared file', () => {
  const file = (path: string, ...uses: string[]): Source => ({
    file: `web/src/${path}`,
    text: uses.map((used) => `import { y } from '${used}'`).join('\n'),
  })
  const sources = [
    file('pages/plants/a.ts', '../../shared/plant/one.ts', '../../shared/plant/two.ts'),
    file('pages/alerts/b.ts', '../../shared/plant/two.ts'),
    file('shared/plant/one.ts', './behind.ts'),
    file('shared/plant/behind.ts'),
    file('shared/plant/two.ts'),
  ]
  expect(usedByOnePage(sources)).toEqual(['web/src/shared/plant/one.ts', 'web/src/shared/plant/behind.ts'])
})

test('a circle of files is found in any of their folders', () => {
  const file = (name: string, ...uses: string[]): Source => ({
    file: `x/${name}.ts`,
    text: uses.map((used) => `import type { Y } from '${used}'`).join('\n'),
  })
  expect(fileCircles([file('a', './b/b.ts'), file('b/b', '../c.ts'), file('c', './b/b.ts')])).toEqual([
    ['x/b/b.ts', 'x/c.ts'],
  ])
})

test('a circle is found, and its rooms share a floor', () => {
  const file = (name: string, ...uses: string[]): Source => ({
    file: `x/${name}.ts`,
    text: uses.map((used) => `import { y } from './${used}.ts'`).join('\n'),
  })
  expect(moduleGraph('x', [file('a', 'b'), file('b', 'c', 'd'), file('c', 'b'), file('d')])).toEqual({
    floors: [['a'], ['b', 'c'], ['d']],
    arrows: [
      { from: 'a', to: 'b', imports: 1 },
      { from: 'b', to: 'c', imports: 1 },
      { from: 'b', to: 'd', imports: 1 },
      { from: 'c', to: 'b', imports: 1 },
    ],
    circles: [['b', 'c']],
  })
})

test.each([
  ['contract/src/x.ts', "import { readFileSync } from 'node:fs'", 'the contract imports only zod'],
  ['contract/src/index.ts', "export * from './register/index.ts'", 'the web app carries no register of routes'],
  ['web/src/lib/x.ts', "import '@greenhouse/contract/register'", 'the web app carries no register of routes'],
  ['web/src/lib/x.ts', "import '@greenhouse/contract/catalogue'", 'the web app carries no catalogue of species'],
  ['contract/src/index.ts', "export * from './species-catalogue.ts'", 'the web app carries no catalogue of species'],
  ['timeseries/src/codec/x.ts', "import { y } from '../stores/y.ts'", 'a layer of the time series uses none above it'],
  ['timeseries/src/base/x.ts', "import { y } from '../index.ts'", 'a layer of the time series uses none above it'],
  ['timeseries/src/base/x.ts', "import '../../../server/src/app.ts'", 'the time series knows nothing of the server'],
  ['timeseries/src/base/x.ts', "import '@greenhouse/contract'", 'the time series knows nothing of the server'],
  ['bench/codec.ts', "import x from '../timeseries/src/x.ts'", 'the time series is used through its entry'],
  ['server/src/ingest/x.ts', "import '@greenhouse/timeseries/testing'", 'only tests see inside the time series'],
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
    'server/src/platform/live/x.ts',
    "import { y } from '../../cluster/live/y.ts'",
    'only the composition knows the cluster',
  ],
  ['server/src/ingest/x.ts', "import { y } from '../cluster/bus/y.ts'", 'only the composition knows the cluster'],
  [
    'server/src/features/live/x.ts',
    'const everyMs = config.natsUrl === null ? 1 : 2',
    'only the composition asks whether there is a cluster',
  ],
  ['server/src/cluster/bus/x.ts', "import { y } from '../../features/mail/y.ts'", 'the cluster knows no features'],
  [
    'server/src/features/users/user-routes.ts',
    "import { x } from '../../ingest/ingest.ts'",
    'a feature knows nothing of ingest above it',
  ],
  [
    'server/src/ingest/ingest.ts',
    "import { x } from '../app.ts'",
    'nothing but the command lines imports what they build',
  ],
  ['server/src/ingest/mqtt/x.ts', "import { y } from '../http/y.ts'", 'a way into ingest uses no other one'],
  [
    'bench/live.ts',
    "import { x } from '../server/src/platform/log.ts'",
    'journeys, benches and boards see the server from outside',
  ],
  ['server/src/features/devices/device-routes.ts', "db.selectFrom('device')", 'SQL only in stores and platform/db'],
  ['bench/chart.ts', "db.selectFrom('device')", 'SQL only in stores and platform/db'],
  [
    'server/src/features/users/user-routes.ts',
    "import { fastify } from 'fastify'",
    'the web framework only in platform/http',
  ],
  ['server/src/features/users/user-routes.ts', 'const now = Date.now()', 'the clock only through the context'],
  ['web/src/pages/devices/x.tsx', "import { y } from '../history/y.ts'", 'pages never import each other'],
  ['web/src/pages/rules/preview/x.tsx', "import { y } from '../../history/y.ts'", 'pages never import each other'],
  ['web/src/pages/devices/x.tsx', "import { y } from '../../app/y.ts'", 'pages know no app'],
  ['web/src/shared/device/x.tsx', "import { y } from '../../pages/device/y.tsx'", 'shared knows no pages'],
  ['web/src/ui/button.tsx', "import { y } from '../shared/series/y.ts'", 'ui knows no product'],
  ['web/src/lib/call.ts', "import { y } from '../ui/button.tsx'", 'lib knows no product and no components'],
  ['web/src/lib/call.ts', "import { y } from '../shared/query-keys.ts'", 'lib knows no product and no components'],
  ['web/src/lib/x.ts', "if (eventType === 'readings') y()", 'ui and lib have no words of the product'],
  ['web/src/ui/x.tsx', 'const y = lastSensorValue(z)', 'ui and lib have no words of the product'],
  ['web/src/lib/call.ts', "import { y } from '../../../server/src/app.ts'", 'the web never imports the server'],
  ['web/src/pages/rules/x.tsx', "import { y } from '../../shared/rule/rule.fixture.ts'", 'only tests use fixtures'],
  ['web/src/pages/x/x.tsx', "new Intl.NumberFormat('da-DK')", 'dates and numbers are formatted in lib/format alone'],
  ['web/src/pages/x/x.tsx', 'date.toLocaleString()', 'dates and numbers are formatted in lib/format alone'],
  ['bench/live.ts', "fetch(url + '/api/Plant/GetAllPlants')", 'paths of the API only in the contract'],
  ['e2e/care.test.ts', "call('POST', `/Subscribe`)", 'paths of the API only in the contract'],
])('notices a seeded violation in %s: %s', (file, text, rule) => {
  expect(violations({ file, text })).toEqual([`${file}: ${rule}`])
})
