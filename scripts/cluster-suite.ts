import { importsOf, sourcesOf, type Source } from './imports.ts'

/** Begin with a single process on SQLite and end on PostgreSQL. */
export const FROM_SQLITE = ['server/src/admin/move-photos.test.ts', 'server/src/admin/move-to-postgres.test.ts']

const ofServer = (...names: readonly string[]) => names.map((name) => `server/test/${name}.test.ts`)

/** Tests of files and folders that a cluster does not have. */
const OF_ONE_PROCESS = [
  ...FROM_SQLITE,
  'server/src/admin/admin.test.ts',
  ...ofServer('backup', 'deleted-bytes', 'nightly-backup', 'photo-backup', 'upgrade'),
  'server/src/platform/db/foreign-lock.test.ts',
  'server/src/platform/disk/',
  'server/test/faults/',
  'server/test/recorded/',
]

/** Tests of packets, requests and pages, which are the same on every database and log. */
const OF_REQUESTS = [
  'server/src/features/server-info/',
  'server/src/platform/http/',
  'server/src/platform/mqtt/',
  ...ofServer('api-examples', 'api-page', 'compression', 'contract', 'fuzz/mqtt', 'fuzz/sockets', 'openapi'),
  ...ofServer('many-sensors', 'own-pages', 'packed-bodies', 'tls', 'version', 'ingest-routes'),
]

const WORLD = 'server/test/world.ts'
/** Settings that give a world its own bus, log or database. */
const OWN_BUS = ['bus-network', 'cluster-worlds', 'two-processes'].map((name) => `server/test/${name}.ts`)
/** Each has a run of its own. */
const FAULTS = 'server/test/cluster/'

/**
 * Selects the tests of the server and the time series that prove more on PostgreSQL and JetStream: they use `databases` or
 * open a world.
 */
export function clusterSuite(): { readonly runs: readonly string[]; readonly leftOut: readonly string[] } {
  const sources = ['server', 'timeseries'].flatMap(sourcesOf).filter(({ file }) => !file.startsWith(FAULTS))
  const byFile = new Map(sources.map((source) => [source.file, source]))
  const tests = sources.filter(({ file }) => file.endsWith('.test.ts'))
  const { runs = [], leftOut = [] } = Object.groupBy(tests, (test) => {
    if (isIn(OF_ONE_PROCESS, test)) return 'leftOut'
    return hasDatabases(test) || (opensWorld(test, byFile) && !isIn(OF_REQUESTS, test)) ? 'runs' : 'leftOut'
  })
  return { runs: runs.map(({ file }) => file), leftOut: leftOut.map(({ file }) => file) }
}

const isIn = (paths: readonly string[], { file }: Source) => paths.some((path) => file.startsWith(path))

const hasDatabases = ({ text }: Source) =>
  /^import \{[^}]*\bdatabases\b[^}]*\} from/m.test(text) || text.includes("/postgres-database.ts'")

/** Returns whether a test imports the world, directly or indirectly, without a bus of its own. */
function opensWorld(test: Source, byFile: ReadonlyMap<string, Source>): boolean {
  if (importsOf(test).some((imported) => OWN_BUS.includes(imported))) return false
  const seen = new Set([test.file])
  for (const file of seen) {
    const source = byFile.get(file)
    if (source === undefined) continue
    for (const imported of importsOf(source)) if (imported.startsWith('server/test/')) seen.add(imported)
  }
  return seen.has(WORLD)
}
