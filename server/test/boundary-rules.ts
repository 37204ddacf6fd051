import { importsOf, type Source } from '../../scripts/imports.ts'

/** Features of the server in their order: each may import earlier ones only. */
const FEATURES = [
  'users',
  'settings',
  'mail',
  'second-factor',
  'households',
  'places',
  'devices',
  'plants',
  'tasks',
  'care',
  'series',
  'probes',
  'boards',
  'rules',
  'alerts',
  'notifications',
  'weather',
  'advice',
  'calendar',
  'labels',
  'search',
  'newsletter',
  'retention',
  'account',
  'live',
  'api-docs',
  'server-info',
]
const SQL = /\b(?:selectFrom|insertInto|updateTable|deleteFrom)\s*\(|\bsql(?:<[^>]*>)?`|\bsql\.raw\(/
/** Code that formats dates, times or numbers. `Intl.DateTimeFormat()` without `new` only returns the time zone. */
const FORMATS = /\bnew Intl\.(?!Segmenter)\w+|\.toLocale(?:Date|Time)?String\(/
const CLOCK = /\bDate\.now\(\)|\bnew Date\(\)/

/** A path of the API that is written out. */
const API_PATH = /['"`=](?:\/api\b|\/(?:Subscribe|Unsubscribe|ExampleBroadcast)\b)/
/** Files that may write paths out, each for a reason of its own. */
const WRITES_PATHS = new Set([
  'server/test/boundaries.test.ts', // seeds the violations of this rule
  'server/test/fuzz/requests.ts', // requests addresses that are almost right
  'server/test/http.test.ts', // requests addresses that do not exist
  'server/test/field/live-and-boards.test.ts', // sends what clients of others send, letter by letter
  'server/test/field/web-client.test.ts', // the same
  'server/test/ingest-routes.test.ts', // sends what boards of other makers send, letter by letter
  'web/vite.config.ts', // proxies prefixes to the server during development
])

/** Words of the product in text whose camel case is split. */
const PRODUCT = /\b(?:plant|device(?! Pixel)|board|sensor|reading|rule|episode|metric|watering|season)s?\b/i
const COMMENT = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm
/** Files of web/src/lib that name what a session leaves behind in a browser. */
const NAMES_THE_PRODUCT = new Set(['web/src/lib/storage.ts', 'web/src/lib/token.ts'])

/** Programs that use the server as its users do. */
const OUTSIDE = /^(?:bench|e2e|simulator|scripts|testing)\//
/** Files that need a part of the server itself, each for a reason of its own. */
const NEEDS_THE_INSIDE = new Set([
  'bench/alerts.ts', // lets the server reach a receiver on its own machine
  'bench/board-readings.ts', // stores ten years of readings in chunks
  'bench/care-household.ts', // fills the database before the server starts
  'bench/chart-data-worker.ts', // fills the database before the server starts
  'bench/codec.ts', // encodes and decodes in its own process
  'bench/decoding.ts', // decodes in its own process
  'bench/disk.ts', // stores in its own process
  'bench/households.ts', // fills the database before the server starts
  'bench/influx.ts', // compacts the log of the server once it has stopped
  'bench/lists.ts', // fills the database before the server starts
  'bench/photos.ts', // fills database and folder before the server starts
  'scripts/deploy.test.ts', // compares the dashboard with the metrics of the server
  'bench/walk.ts', // counts what runs inside the server
  'bench/rules.ts', // evaluates rules in its own process
  'e2e/second-factor.test.ts', // computes the codes that a phone would show
  'simulator/src/board.test.ts', // opens the real MQTT listener for a board
  'simulator/src/families/families.test.ts', // decodes what simulated boards send as the server does
  'simulator/src/sensors.test.ts', // reads the names of sensors as the server does
])
/** The folders of the time series from the ground up: each may import itself and those before it. */
const LAYERS = ['base', 'codec', 'stores', 'memory', 'read', 'dead-letters', 'compact', 'engine']
/** A decision by whether there are other processes. */
const ASKS_FOR_CLUSTER = /\bisShared\b|\bgatherMs\b|\bnatsUrl [!=]== null/
/** The configuration itself, what composes the server or a command, and the cluster. */
const MAY_ASK = /^server\/src\/(?:[^/]+\.ts$|admin\/|cluster\/|platform\/config\/)/
/** Imports that the time series may have: Kysely, its way to SQL, and Node. */
const TIME_SERIES_USES = /^(?:kysely$|node:|timeseries\/)/

/** An import of a file of the time series by its path. */
const PAST_THE_ENTRY = /^(?:import|export)\b[^'"]*from '[^']*\/timeseries\/src\//m

/** The files at the root of the server, such as main and app, and the operator's commands: nothing imports them from below. */
const ROOT_FILE = /^server\/src\/(?:admin\/)?[^/]+\.ts$/

/** Returns the rules that a file breaks, each as `file: rule`. */
export function violations(source: Source): string[] {
  const { file, text } = source
  const imported = importsOf(source)
  const broken = [
    file.startsWith('contract/') &&
      !file.includes('.test.') &&
      imported.some((to) => !/^(?:zod|contract\/)/.test(to)) &&
      'the contract imports only zod',
    /^(?:web|contract)\//.test(file) &&
      !file.startsWith('contract/src/register/') &&
      !isTest(file) &&
      imported.some((to) => to.startsWith('contract/src/register/')) &&
      'the web app carries no register of routes',
    /^web\/|^contract\/src\/index\.ts$/.test(file) &&
      !isTest(file) &&
      imported.includes('contract/src/species-catalogue.ts') &&
      'the web app carries no catalogue of species',
    ...timeSeriesRules(file, text, imported),
    ...(file.startsWith('server/') ? serverRules(file, text, imported) : []),
    !isTest(file) &&
      SQL.test(text) &&
      !/-store\.ts$|\/platform\/db\//.test(file) &&
      'SQL only in stores and platform/db',
    OUTSIDE.test(file) &&
      !NEEDS_THE_INSIDE.has(file) &&
      imported.some(isIn('')) &&
      'journeys, benches and boards see the server from outside',
    API_PATH.test(text) &&
      !file.startsWith('contract/') &&
      !WRITES_PATHS.has(file) &&
      'paths of the API only in the contract',
    ...(file.startsWith('web/') ? webRules(file, text, imported) : []),
  ]
  return broken.filter((rule) => typeof rule === 'string').map((rule) => `${file}: ${rule}`)
}

function timeSeriesRules(file: string, text: string, imported: string[]): Array<string | false> {
  const layer = layerOf(file)
  const isInside = file.startsWith('timeseries/')
  const isProduct = !isTest(file)
  return [
    layer >= 0 &&
      isProduct &&
      imported.some((to) => to.startsWith('timeseries/') && !(layerOf(to) >= 0 && layerOf(to) <= layer)) &&
      'a layer of the time series uses none above it',
    isInside &&
      isProduct &&
      imported.some((to) => !TIME_SERIES_USES.test(to)) &&
      'the time series knows nothing of the server',
    !isInside && PAST_THE_ENTRY.test(text) && 'the time series is used through its entry',
    isProduct &&
      !OUTSIDE.test(file) &&
      imported.includes('timeseries/src/testing.ts') &&
      'only tests see inside the time series',
  ]
}

function layerOf(file: string): number {
  return LAYERS.indexOf(/^timeseries\/src\/([^/]+)\//.exec(file)?.[1] ?? '')
}

function serverRules(file: string, text: string, imported: string[]): Array<string | false> {
  const inPlatform = file.startsWith('server/src/platform/')
  const inFeatures = file.startsWith('server/src/features/')
  return [
    inPlatform && imported.some(isIn('features/', 'ingest/')) && 'the platform knows no features',
    ...(isTest(file) ? [] : clusterRules(file, text, imported)),
    inFeatures && imported.some(isIn('ingest/')) && 'a feature knows nothing of ingest above it',
    (inPlatform || inFeatures || /^server\/src\/(?:ingest|cluster)\//.test(file)) &&
      !isTest(file) &&
      imported.some((to) => ROOT_FILE.test(to)) &&
      'nothing but the command lines imports what they build',
    imported.some((to) => isLater(file, to)) && 'a feature may not use one after it',
    !isTest(file) &&
      imported.some((to) => ![undefined, 'boards', ingestRoomOf(file)].includes(ingestRoomOf(to))) &&
      ingestRoomOf(file) !== undefined &&
      'a way into ingest uses no other one',
    imported.some((to) => /^(?:@fastify\/|fastify$)/.test(to)) &&
      !file.includes('/platform/http/') &&
      'the web framework only in platform/http',
    !isTest(file) &&
      CLOCK.test(text) &&
      !/server\/src\/(?:open-foundation|main|platform\/log)\.ts$/.test(file) &&
      'the clock only through the context',
  ]
}

function clusterRules(file: string, text: string, imported: string[]): Array<string | false> {
  const isBelow = /^server\/src\/(?:platform|features|ingest)\//.test(file)
  return [
    isBelow && imported.some(isIn('cluster/')) && 'only the composition knows the cluster',
    file.startsWith('server/src/cluster/') &&
      imported.some(isIn('features/', 'ingest/')) &&
      'the cluster knows no features',
    file.startsWith('server/src/') &&
      !MAY_ASK.test(file) &&
      ASKS_FOR_CLUSTER.test(text) &&
      'only the composition asks whether there is a cluster',
  ]
}

/** Returns a predicate: whether a path begins with one of these in server/src. */
function isIn(...beginnings: string[]): (to: string) => boolean {
  return (to) => beginnings.some((beginning) => to.startsWith(`server/src/${beginning}`))
}

function webRules(file: string, text: string, imported: string[]): Array<string | false> {
  // Test data lies with what it builds, and tests of every room may use it.
  const rooms = imported.filter((to) => to.startsWith('web/src/') && !to.includes('.fixture.'))
  const uses = (...names: string[]) => rooms.some((to) => names.includes(to.split('/')[2] ?? ''))
  const room = file.split('/')[2] ?? ''
  const page = pageOf(file)
  return [
    imported.some((to) => to.startsWith('server/')) && 'the web never imports the server',
    room === 'pages' && rooms.map(pageOf).some((to) => to && to !== page) && 'pages never import each other',
    room === 'pages' && uses('app') && 'pages know no app',
    room === 'shared' && uses('pages', 'app') && 'shared knows no pages',
    room === 'ui' && uses('shared', 'pages', 'app') && 'ui knows no product',
    room === 'lib' && uses('ui', 'shared', 'pages', 'app') && 'lib knows no product and no components',
    /^(?:ui|lib)$/.test(room) &&
      !isTest(file) &&
      !NAMES_THE_PRODUCT.has(file) &&
      PRODUCT.test(text.replaceAll(COMMENT, '').replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')) &&
      'ui and lib have no words of the product',
    !isTest(file) && imported.some((to) => to.includes('.fixture.')) && 'only tests use fixtures',
    FORMATS.test(text) &&
      !isTest(file) &&
      // The worker formats nothing: it creates formatters to make those of a page cheap.
      !['web/src/lib/format.ts', 'web/src/lib/formatters-worker.ts'].includes(file) &&
      'dates and numbers are formatted in lib/format alone',
  ]
}

/** Returns the shared files of the web that belong into a page or into app, being used by nothing else. */
export function usedByOnePage(sources: readonly Source[]): string[] {
  const code = sources.filter(({ file }) => !isTest(file))
  const imports = new Map(code.map((source) => [source.file, importsOf(source)]))
  const usersOf = (file: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(file)) return new Set()
    seen.add(file)
    const direct = code.filter((user) => imports.get(user.file)?.includes(file)).map((user) => user.file)
    return new Set(direct.flatMap((user) => (isShared(user) ? [...usersOf(user, seen)] : [pageOf(user) ?? 'app'])))
  }
  return [...imports.keys()].filter((file) => isShared(file) && usersOf(file).size < 2)
}

function isShared(file: string): boolean {
  return file.startsWith('web/src/shared/')
}

function isTest(file: string): boolean {
  return /\.(?:test|fixture)\./.test(file) || /^(?:server|timeseries)\/test\//.test(file)
}

function pageOf(file: string): string | undefined {
  return /^web\/src\/pages\/([^/]+)\//.exec(file)?.[1]
}

function isLater(file: string, imported: string): boolean {
  const [from, to] = [featureOf(file), featureOf(imported)]
  return from !== undefined && to !== undefined && FEATURES.indexOf(to) > FEATURES.indexOf(from)
}

/** Returns the folder of ingest that holds a file, if one does. */
function ingestRoomOf(file: string): string | undefined {
  return /^server\/src\/ingest\/([^/]+)\//.exec(file)?.[1]
}

function featureOf(file: string): string | undefined {
  return /^server\/src\/features\/([^/]+)\//.exec(file)?.[1]
}
