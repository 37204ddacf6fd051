import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { atLeast, atMost, notMeasured, type Bench, type Figure } from './result.ts'

/** The last commit with a row for each reading. */
const ROWS_COMMIT = 'd3d4b31'
const PROJECT = join(import.meta.dirname, '..')
/** Targets as multiples of the rate of rows, by number of devices. */
const CELLS = [
  { devices: 4, times: 2, readings: 6_000_000, rows: 800_000 },
  { devices: 1000, times: 15, readings: 6_000_000, rows: 150_000 },
  { devices: 10_000, times: 12, readings: 6_000_000, rows: 100_000 },
  { devices: 100_000, times: 10, readings: 6_000_000, rows: 100_000 },
] as const

interface Measured {
  readonly readings: number
  readonly rate: number
  readonly writtenBytes: number
  readonly diskBytes: number
  readonly p99Ms: number
  readonly turns: number
  readonly longTurns: number
  readonly longestMs: number
}

export const storeBench: Bench = {
  name: 'store',
  how: `The store alone, in a process of its own: readings of four values of all devices in turn, in groups of 500, each committed. The time series engine takes six million of them, which fill its log twice, so that compaction has to keep pace; the rows of commit ${ROWS_COMMIT}, in a checkout beside it and in the same run, go on from a million rows. Written is what the process had written to the disk, on disk the used pages of the file after all is compacted. A call is a turn of the event loop, by the processor time of its thread.`,
  async run() {
    const rows = checkOutRows()
    if (rows === undefined) return [notMeasured('against rows', `commit ${ROWS_COMMIT} is not in this checkout`)]
    try {
      const figures: Figure[] = []
      const rates: number[] = []
      for (const cell of CELLS) {
        const [before, after] = [
          await measure(rows, 'rows', cell.devices, cell.rows),
          await measure(PROJECT, 'engine', cell.devices, cell.readings),
        ]
        figures.push(...cellFigures(cell, before, after))
        rates.push(after.rate)
      }
      const [few, many] = [rates[0]!, rates.at(-1)!]
      return [...figures, atLeast('rate of 100000 devices, of that of 4', many / few, 0.9, 'times')]
    } finally {
      rmSync(rows, { recursive: true, force: true })
    }
  },
}

function cellFigures({ devices, times }: (typeof CELLS)[number], before: Measured, after: Measured): Figure[] {
  const of = `of ${devices} devices`
  const shown = (rate: number) => `${Math.round(rate / 1000)}k/s`
  return [
    atLeast(
      `readings ${of}: ${shown(after.rate)} against ${shown(before.rate)}`,
      after.rate / before.rate,
      times,
      'times',
    ),
    atMost(`written a reading ${of}`, after.writtenBytes / after.readings, devices <= 1000 ? 150 : 350, 'bytes'),
    atMost(`on disk a value ${of}`, after.diskBytes / after.readings / 4, 1.5, 'bytes'),
    atMost(
      `calls ${of} above 10 ms, longest ${after.longestMs.toFixed(1)} ms`,
      (after.longTurns / after.turns) * 10_000,
      1,
      'in 10,000',
    ),
    atMost(`a group ${of}, p99`, after.p99Ms, 20, 'ms'),
  ]
}

async function measure(root: string, store: string, devices: number, readings: number): Promise<Measured> {
  const worker = join(import.meta.dirname, 'store-worker.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [
    worker,
    root,
    store,
    String(devices),
    String(readings),
  ])
  return JSON.parse(stdout) as Measured
}

/** Checks out the version with rows, and returns its folder; undefined without the history. */
function checkOutRows(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'greenhouse-rows-'))
  try {
    const tar = execFileSync('git', ['archive', ROWS_COMMIT, 'server', 'contract', 'package.json'], {
      cwd: PROJECT,
      maxBuffer: 2 ** 30,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    execFileSync('tar', ['x', '-C', folder], { input: tar })
    linkPackages(folder)
    return folder
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return undefined
  }
}

/** Links the current packages and the checkout's own contract. */
function linkPackages(folder: string): void {
  mkdirSync(join(folder, 'node_modules/@greenhouse'), { recursive: true })
  for (const name of readdirSync(join(PROJECT, 'node_modules')))
    if (name !== '@greenhouse') symlinkSync(join(PROJECT, 'node_modules', name), join(folder, 'node_modules', name))
  symlinkSync(join(folder, 'contract'), join(folder, 'node_modules/@greenhouse/contract'))
}
