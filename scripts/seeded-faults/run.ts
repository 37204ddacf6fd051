import { execFile, execFileSync, type ChildProcess } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Seed } from './seed.ts'
import { seeds } from './seeds.ts'

const root = join(import.meta.dirname, '../..')

/** A case of a test as the JSON report of Vitest has it. */
interface Case {
  readonly title: string
  readonly status: string
  readonly failureMessages: readonly string[]
}

/** Beginnings of assertion errors in the report; those of `expect.poll` and `resolves` differ. */
const ASSERTION = /^(?:AssertionError|Error: (?:expected|promise) )/

// Runs the named test of each fault in a copy of the checkout, where it must fail by an assertion.
const wanted = process.argv.slice(2)
const unknown = wanted.filter((row) => !seeds.some((seed) => seed.row === row))
if (unknown.length > 0) throw new Error(`No fault is seeded for ${unknown.join(', ')}.`)
const chosen = seeds.filter(({ row }) => wanted.length === 0 || wanted.includes(row))

const copy = mkdtempSync(join(tmpdir(), 'greenhouse-seeded-'))
let running: ChildProcess | undefined
process.on('exit', () => {
  running?.kill('SIGTERM')
  rmSync(copy, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
copyCheckout()

let survivors = 0
/** Failures without a fault, as several seeds may name one test. */
const unseeded = new Map<string, string | undefined>()
for (const seed of chosen) {
  const started = performance.now()
  const wrong = await findWrong(seed)
  if (wrong !== undefined) survivors++
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  const verdict = wrong === undefined ? 'noticed' : 'NOT NOTICED'
  console.log(`${seed.row} ${verdict} by ${seed.testFile} › ${seed.cases.join(', ') || seed.title} (${seconds} s)`)
  if (wrong !== undefined) console.log(`  ${seed.file}: ${seed.text}\n  ${wrong}`)
}
console.log(`${chosen.length - survivors} of ${chosen.length} seeded faults are noticed.`)
process.exitCode = survivors === 0 ? 0 : 1

/** Returns why a fault was not caught; undefined when its test fails because of it. */
async function findWrong(seed: Seed): Promise<string | undefined> {
  const path = join(copy, seed.file)
  const source = readFileSync(path, 'utf8')
  const parts = source.split(seed.text)
  if (parts.length !== 2) return `The text is ${parts.length - 1} times in the file.`
  const test = `${seed.testFile} ${seed.title}`
  if (!unseeded.has(test)) unseeded.set(test, describeUnseeded(await runTest(seed)))
  const before = unseeded.get(test)
  if (before !== undefined) return before
  writeFileSync(path, parts.join(seed.fault))
  try {
    return describeSeeded(seed, await runTest(seed))
  } finally {
    writeFileSync(path, source)
  }
}

function describeUnseeded(cases: readonly Case[]): string | undefined {
  if (cases.length === 0) return 'No such test ran without the fault.'
  const other = cases.find(({ status }) => status !== 'passed')
  return other && `Without the fault the test has the status "${other.status}": ${other.failureMessages.join('\n')}`
}

function describeSeeded({ cases: wanted }: Seed, cases: readonly Case[]): string | undefined {
  if (cases.length === 0) return 'No such test ran with the fault: it may not load.'
  const failed = cases.filter(({ failureMessages }) => failureMessages.some((text) => ASSERTION.test(text)))
  const missing = wanted.filter((title) => !failed.some((one) => one.title === title))
  if (failed.length > 0 && missing.length === 0) return undefined
  const messages = cases.flatMap(({ failureMessages }) => failureMessages)
  if (messages.length === 0) return 'The test passes with the fault.'
  return `Not an assertion of ${missing.join(', ') || 'the test'} failed: ${messages.join('\n')}`
}

/** Runs one test in the copy, and returns its cases. */
async function runTest({ testFile, title }: Seed): Promise<Case[]> {
  const pattern = patternOf(title)
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const args = ['node_modules/vitest/vitest.mjs', 'run', testFile, '-t', `(?:^|[> ])${pattern}$`]
  const options = { cwd: copy, env: { ...process.env, NODE_ENV: 'test' }, maxBuffer: Infinity }
  const run = promisify(execFile)(process.execPath, [...args, '--reporter=json', `--outputFile=${report}`], options)
  running = run.child
  await run.catch(() => undefined)
  if (!existsSync(report)) return []
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: { assertionResults: Case[] }[] }
  const exact = new RegExp(`^${pattern}$`, 's')
  return testResults.flatMap(({ assertionResults }) => assertionResults).filter((one) => exact.test(one.title))
}

/** Returns a pattern of a title and of those that `test.each` makes of it. */
function patternOf(title: string): string {
  const escaped = title.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
  return escaped.replaceAll(/%[a-z]|\\\$\w+/g, '.*')
}

/** Copies the checkout. Packages are linked, except the project's own. */
function copyCheckout(): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  const files = String(listed)
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)))
  for (const file of files) cpSync(join(root, file), join(copy, file))
  const packages = readdirSync(join(root, 'node_modules')).filter((name) => !/^\.|^@greenhouse$/.test(name))
  mkdirSync(join(copy, 'node_modules'))
  for (const name of packages) symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name))
  cpSync(join(root, 'node_modules/@greenhouse'), join(copy, 'node_modules/@greenhouse'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  symlinkSync(join(root, 'web/dist'), join(copy, 'web/dist'))
}
