import { randomInt } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setup } from '../../../testing/temporary-folder.ts'
import { ROWS, type Row } from './rows.ts'
import { runRow } from './run.ts'
import { HEAD, tableRow } from './table.ts'

const RANDOM: readonly Row[] = [
  { id: 'random', title: 'random faults', on: 'cluster', faults: [] },
  { id: 'random-one-process', title: 'random faults', on: 'one process', faults: [] },
]
const KNOWN = [...ROWS, ...RANDOM]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  },
})
const rounds = wholeNumber('rounds', 1000)
const minutes = wholeNumber('minutes', 1440)
const seed = wholeNumber('seed', 2 ** 31)
const unknown = positionals.find((id) => !KNOWN.some((row) => row.id === id))
if (unknown !== undefined) refuse(`There is no row "${unknown}". Known: ${KNOWN.map(({ id }) => id).join(', ')}.`)
const rows = positionals.length === 0 ? ROWS : KNOWN.filter(({ id }) => positionals.includes(id))

const kept = mkdtempSync(join(tmpdir(), 'greenhouse-faults-'))
const removeTemporary = setup()
chmodSync(kept, 0o711)
process.once('exit', removeTemporary)
// All processes and temporary files end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

const lines: string[] = []
let failed = 0
for (const row of rows) if (!(await print(row))) failed++
console.log(`\n${[HEAD, ...lines].join('\n')}\n`)
if (failed === 0) rmSync(kept, { recursive: true, force: true })
console.log(
  failed === 0
    ? 'Nothing lost, doubled or missing.'
    : `${failed} of ${rows.length} rows are wrong. Differences and logs: ${kept}`,
)
process.exit(failed === 0 ? 0 : 1)

/** Returns whether the row is as expected. */
async function print(row: Row): Promise<boolean> {
  const logs = join(kept, row.id)
  mkdirSync(logs)
  const isRandom = RANDOM.includes(row)
  const title = isRandom
    ? `${row.title} on ${row.on === 'cluster' ? 'a cluster' : row.on}, ${minutes} min, seed ${seed}`
    : row.title
  const say = (line: string) => console.log(`${new Date().toISOString().slice(11, 19)}  ${row.id}: ${line}`)
  say(title)
  try {
    const outcome = await runRow(row, { logs, say, rounds, random: isRandom ? { seed, minutes } : undefined })
    const line = tableRow({ title }, outcome)
    lines.push(line)
    console.log(line)
    if (outcome.wrong === 0) {
      rmSync(logs, { recursive: true, force: true })
      return true
    }
    for (const detail of outcome.details.slice(0, 40)) console.log(`  ${detail}`)
    writeFileSync(join(logs, 'differences.txt'), outcome.details.join('\n'))
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    lines.push(`| ${title} | failed: ${text.split('\n')[0]?.slice(0, 200)} |${' |'.repeat(8)}`)
    console.log(text)
    writeFileSync(join(logs, 'differences.txt'), text)
  }
  return false
}

function wholeNumber(name: keyof typeof values, most: number): number {
  const number = Number(values[name])
  if (!(Number.isInteger(number) && number >= 1 && number <= most))
    refuse(`--${name} must be a whole number from 1 to ${most}, but is "${values[name]}".`)
  return number
}

function refuse(reason: string): never {
  console.error(reason)
  process.exit(2)
}
