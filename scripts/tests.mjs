import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from './chromium.mjs'
import { ensureClusterPackages } from './cluster-packages.mjs'
import { ensureMosquitto } from './mosquitto.mjs'
import { ensureNats } from './nats.mjs'
import { ensurePaho } from './paho.mjs'
import { ensureBuilt, root } from './prepare.mjs'

const VITEST = ['node_modules/vitest/vitest.mjs', 'run']
/** Every project except the cluster, which `npm run test:cluster` runs. */
const PROJECTS = ['--project', '!cluster']
/** Only React's development build can be tested. */
const ENVIRONMENT = { NODE_ENV: 'test' }

/** Journeys through most of the product, and checks of documents. Vitest finds neither by imports. */
const SMOKE = [
  ...['account', 'devices', 'chart', 'plants', 'rule-page', 'outage'].map((name) => `e2e/${name}.test.ts`),
  ...readdirSync(join(root, 'scripts'))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `scripts/${name}`),
  'server/test/boundaries.test.ts',
]

/** Tests of the server and the time series that prove more on PostgreSQL and JetStream than on SQLite. */
const CLUSTER_PROJECTS = ['server', 'limits', 'from-sqlite'].flatMap((name) => ['--project', name])
const CLUSTER_FOLDERS = ['server/', 'timeseries/']
/** Journeys that lead through most of the processes of a cluster. */
const CLUSTER_JOURNEYS = ['account', 'care', 'conditions', 'devices', 'outage', 'reading', 'two-browsers'].map(
  (name) => `e2e/${name}.test.ts`,
)
/** All faults in turn under one load. The others are of one fault each, for as long as it may last. */
const CLUSTER_FAULTS = 'server/test/cluster/faults-in-turn.test.ts'

/** Tests that never run again: one lost reading, foreign data or crash is a finding. */
const NEVER_AGAIN = /^server\/test\/(?:faults|fuzz|cluster|isolation)/

/**
 * Runs all tests, those affected by a change (`--changed [commit]`), or the named ones. In CI a failed file runs once more by
 * itself.
 */
export async function runTests(more, run) {
  if (more[0] === '--changed') return runChanged(more[1] ?? newestShared(), run)
  const environment = { ...ENVIRONMENT, ...(await prepareFor(more)) }
  if (more.length > 0) return run([...VITEST, ...more], environment)
  console.log(
    'This proves every promise once. Left to "npm run test:all": PGlite, all looks and widths in full Chromium, long faults, new seeds.',
  )
  await runProjects(run, environment, PROJECTS)
}

/**
 * Runs everything there is, which takes hours: with new seeds, in another order, and each fault in full length; or what is
 * named of it.
 */
export async function runAllTests(more, run) {
  const seed = process.env.TEST_SEED ?? String(randomInt(1, 2 ** 31))
  console.log(`Seed ${seed}: TEST_SEED=${seed} npm run test:all repeats this run.`)
  const all = { TEST_ALL: '1', TEST_SEED: seed }
  const environment = { ...ENVIRONMENT, ...all, ...(await prepareFor(more, { full: true })) }
  if (more.length > 0) return run([...VITEST, ...more], environment)
  const order = ['--sequence.shuffle.files', '--sequence.seed', seed]
  const parts = [
    () => run([...VITEST, ...PROJECTS, ...order], environment),
    () => runClusterTests([], run, all),
    () => runSeededFaults([], run),
  ]
  const failures = []
  // A part that fails keeps no other from running.
  for (const part of parts) await part().catch((error) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

/**
 * Runs the suite with PostgreSQL and JetStream in place of SQLite, the journeys on processes by role, and faults under load.
 * With `--brief` it runs some of the journeys, and all faults in turn on one cluster. In CI a failed file of the first two runs
 * once more by itself.
 */
export async function runClusterTests(more, run, changes = {}) {
  const environment = { ...ENVIRONMENT, TEST_CLUSTER: '1', ...changes }
  const isBrief = more[0] === '--brief'
  ensureClusterPackages({ forTests: true })
  if (more.length > 0 && !isBrief) return run([...VITEST, ...more], environment)
  await ensureBuilt()
  const CHROMIUM = await findChromium({ full: environment.TEST_ALL !== undefined })
  await runProjects(run, environment, CLUSTER_PROJECTS, CLUSTER_FOLDERS)
  await runProjects(run, { ...environment, CHROMIUM }, ['--project', 'browser'], isBrief ? CLUSTER_JOURNEYS : [])
  await run([...VITEST, '--project', 'cluster', ...(isBrief ? [CLUSTER_FAULTS] : [])], environment)
}

/** Removes one guard after another from a copy of the checkout. The test that is named for it must fail. */
export async function runSeededFaults(more, run) {
  ensureMosquitto()
  await ensureBuilt()
  await run(['scripts/seeded-faults/run.ts', ...more], ENVIRONMENT)
}

async function runChanged(base, run) {
  console.log(`The tests that the change since ${base} touches, and a few that lead through everything.`)
  const environment = { ...ENVIRONMENT, ...(await prepareFor([])) }
  await run([...VITEST, ...PROJECTS, '--passWithNoTests', '--changed', base], environment)
  await run([...VITEST, ...PROJECTS, ...SMOKE], environment)
}

/** Installs and builds what tests need. Journeys need the newest build and a browser; tests that are named may need neither. */
async function prepareFor(named, browser = {}) {
  ensureMosquitto()
  ensurePaho()
  ensureNats()
  if (!namesJourney(named)) return {}
  await ensureBuilt()
  return { CHROMIUM: await findChromium(browser) }
}

/** A name that is part of a journey's path chooses it; without a name all tests run. */
function namesJourney(more) {
  const project = more.indexOf('--project')
  if (project >= 0) return more[project + 1] === 'browser'
  const names = more.filter((word) => !word.startsWith('-'))
  const journeys = readdirSync(join(root, 'e2e')).map((name) => `e2e/${name}`)
  return names.length === 0 || names.some((name) => journeys.some((journey) => journey.includes(name.split(':')[0])))
}

/** The newest commit that this branch shares with the main branch of its origin; the last one where there is none. */
function newestShared() {
  const { status, stdout } = spawnSync('git', ['merge-base', 'HEAD', 'origin/main'], { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : 'HEAD'
}

function runProjects(run, environment, projects, files = []) {
  if (process.env.CI) return runInCi(run, environment, projects, files)
  return run([...VITEST, ...projects, ...files], environment)
}

/**
 * Runs the tests of some projects, or of some of their files, and each failed file once more by itself. Rejects when it fails
 * again or may not be repeated.
 */
export async function runInCi(run, environment, projects, some) {
  const folder = mkdtempSync(join(tmpdir(), 'greenhouse-ci-'))
  const list = join(folder, 'failures.json')
  try {
    await run([...VITEST, ...projects, ...some], { ...environment, TEST_FAILURES: list })
  } catch (error) {
    // Without a list the runner itself ended early.
    if (!existsSync(list)) throw error
    const { failures, isBroken } = JSON.parse(readFileSync(list, 'utf8'))
    const files = [...new Set(failures.map(({ file }) => file))]
    if (isBroken || files.length === 0 || files.some((file) => NEVER_AGAIN.test(file))) throw error
    for (const file of files) {
      console.log(`${file} failed. It runs once more, alone.`)
      await run([...VITEST, ...projects, file], environment)
    }
    for (const { file, test } of failures) console.log(`flaky: ${file} › ${test}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
