// The entry point of every npm script, in plain JavaScript for any Node from 20 on. It installs missing packages, builds
// the web app when it is out of date, and runs the command with the Node of the lock file.
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { bundledNode, ensureBuilt, ensureInstalled, installAside, root } from './prepare.mjs'
import { findChromium } from './chromium.mjs'

const tool = (path) => `node_modules/${path}`
const vitest = [tool('vitest/vitest.mjs'), 'run']

/** The first port that `npm run dev` tries for the web app. */
const FIRST_DEV_PORT = 5173

const commands = {
  async start() {
    await ensureBuilt()
    await run(['server/start.mjs'])
  },
  test: async (more) => (await tests()).runTests(more, run),
  'test:all': async (more) => (await tests()).runAllTests(more, run),
  'test:cluster': async (more) => (await tests()).runClusterTests(more, run),
  'test:faults': async (more) => (await tests()).runSeededFaults(more, run),
  // Takes hours: sends a million requests, packets and frames each that no ordinary client sends, and measures what they cost.
  async fuzz(more) {
    const { values, positionals } = parseArgs({
      args: more,
      allowPositionals: true,
      options: { runs: { type: 'string', default: '1000000' }, seed: { type: 'string' } },
    })
    const wrong = positionals.find((name) => !['cost', 'http', 'mqtt', 'sockets', 'templates'].includes(name))
    if (wrong !== undefined)
      throw new Error(`There is no fuzz test "${wrong}". Known: cost, http, mqtt, sockets, templates.`)
    const files = positionals.length === 0 ? [''] : positionals
    const environment = { FUZZ_RUNS: values.runs, TEST_SEED: values.seed ?? String(randomInt(2 ** 31)) }
    await run([...vitest, '--project', 'limits', ...files.map((name) => `server/test/fuzz/${name}`)], environment)
  },
  async soak(more) {
    if (more[0] !== 'faults') return run(['bench/soak/main.ts', ...more])
    const { ensureClusterPackages } = await import('./cluster-packages.mjs')
    ensureClusterPackages()
    // Passwords cost less, as in all tests.
    await run(['bench/soak/faults/main.ts', ...more.slice(1)], { NODE_ENV: 'test' })
  },
  async check() {
    for (const part of ['contract', 'timeseries', 'server', 'web', 'simulator', '.']) {
      await step(`types of ${part === '.' ? 'bench and journeys' : part}`, [tool('typescript/bin/tsc'), '-p', part])
    }
    await step('lint', [tool('oxlint/bin/oxlint'), '--type-aware', '--quiet'])
    await step('format', [tool('oxfmt/bin/oxfmt'), '--check', '.'])
    await step('unused code', [tool('knip/bin/knip.js'), '--no-progress'])
    await step('boundaries and language', [
      ...vitest,
      '--project',
      'server',
      'server/test/boundaries.test.ts',
      'scripts/language.test.ts',
    ])
  },
  build: () => ensureBuilt({ force: true }),
  async dev() {
    const page = await freePort(FIRST_DEV_PORT)
    const api = process.env.PORT ?? '8080'
    // The server prints its own address, which serves the last build and is not the one to open now.
    const server = run(['--watch', '--watch-preserve-output', 'server/src/main.ts'], {}, [
      'inherit',
      'ignore',
      'inherit',
    ])
    const address = ['--host', '127.0.0.1', '--port', String(page), '--strictPort']
    const web = run([tool('vite/bin/vite.js'), 'web', ...address, '--logLevel', 'warn'])
    const ended = Promise.race([server, web])
    await Promise.race([
      ended,
      Promise.all([untilServing(`http://127.0.0.1:${api}/livez`), untilServing(`http://127.0.0.1:${page}/`)]),
    ])
    console.log(`\n  Open http://127.0.0.1:${page}\n`)
    await ended
  },
  async demo(more) {
    await ensureBuilt()
    await run(['simulator/src/demo.ts', ...more])
  },
  async cluster(more) {
    await ensureBuilt()
    const { ensureClusterPackages } = await import('./cluster-packages.mjs')
    ensureClusterPackages()
    await run(['scripts/cluster.ts', ...more])
  },
  admin: (more) => run(['server/src/admin/admin.ts', ...more]),
  backup: (more) => run(['server/src/admin/admin.ts', 'backup', ...more]),
  restore: (more) => run(['server/src/admin/admin.ts', 'restore', ...more]),
  'migrate-to-postgres': (more) => run(['server/src/admin/migrate-to-postgres.ts', ...more]),
  simulate: (more) => run(['simulator/src/main.ts', ...more]),
  modules: (more) => run(['scripts/modules.ts', ...more]),
  figures: () => run(['scripts/figures.ts']),
  walk: (more) => run(['bench/walk.ts', ...more]),
  async screenshots() {
    await ensureBuilt()
    await run(['e2e/screenshots.ts'], { CHROMIUM: await findChromium({ full: true }) })
  },
  async bench(more) {
    await ensureBuilt()
    if (more.includes('all') || more.includes('lighthouse')) await installAside('.lighthouse', 'lighthouse@12.8.2')
    await run(['bench/run.ts', ...more], { CHROMIUM: await findChromium({ full: true }) })
  },
}

/** Loaded where it is needed: the image of Docker is built with this file, and without what tests need. */
const tests = () => import('./tests.mjs')

const children = new Set()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal))
endWithNpm()

/** The children need time to stop. This process exits when they have. */
function stop(signal) {
  if (children.size === 0) process.exit(signal === 'SIGINT' ? 130 : 143)
  children.forEach((child) => child.kill(signal))
}

/** Stops when npm ends. It passes a signal only to the shell that it runs a script in, and no shell passes it on. */
function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return
  const starters = startersOf()
  setInterval(() => startersOf() !== starters && stop('SIGTERM'), 500).unref()
}

/** Returns the ids of the shell that started this process and, where the system shows it, of the npm that started the shell. */
function startersOf() {
  const shell = process.ppid
  try {
    const [, npm] = / \S (\d+)/.exec(readFileSync(`/proc/${shell}/stat`, 'utf8').replace(/^.*\)/, ''))
    return `${shell} ${npm}`
  } catch {
    return String(shell)
  }
}

// A child that outlives this process would keep ports and files.
process.on('exit', () => children.forEach((child) => child.kill('SIGTERM')))

async function main() {
  const [name = 'start', ...more] = process.argv.slice(2)
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) {
    console.error(`There is no command "${name}". Known: ${Object.keys(commands).join(', ')}.`)
    process.exit(2)
  }
  try {
    await ensureInstalled()
    await command(more)
    process.exit(0)
  } catch (error) {
    if (!(error instanceof Failed)) console.error(error instanceof Error ? error.message : error)
    process.exit(error instanceof Failed ? error.code : 1)
  }
}

/** Thrown when a child process failed, which has printed the reason itself. */
class Failed extends Error {
  constructor(code) {
    super(`exit ${code}`)
    this.code = code
  }
}

async function step(name, args) {
  const started = performance.now()
  process.stdout.write(`${name} …\n`)
  await run(args)
  process.stdout.write(`${name}: fine (${((performance.now() - started) / 1000).toFixed(1)} s)\n`)
}

/** Runs a script with the Node of the lock file. Resolves when it exits with 0, rejects with Failed otherwise. */
function run(args, environment = {}, stdio = 'inherit') {
  return new Promise((resolve, reject) => {
    const child = spawn(bundledNode, args, {
      cwd: root,
      stdio,
      env: { ...process.env, ...environment },
    })
    children.add(child)
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      children.delete(child)
      if (code === 0) resolve()
      else reject(new Failed(code ?? (signal === 'SIGINT' ? 130 : 143)))
    })
  })
}

/** Resolves when a request to the address succeeds. */
async function untilServing(url) {
  while (
    !(await fetch(url).then(
      (reply) => reply.ok,
      () => false,
    ))
  )
    await setTimeout(100)
}

/** Returns the first free port from `port` on. */
function freePort(port) {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', (error) => (error.code === 'EADDRINUSE' ? resolve(freePort(port + 1)) : reject(error)))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(port)))
  })
}

await main()
