import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { metricById, type ValueKind } from '@greenhouse/contract'
import { ChangingWindows } from '../server/src/features/rules/evaluate/changing-windows.ts'
import { evaluate } from '../server/src/features/rules/evaluate/evaluate.ts'
import type { EvaluatedRule } from '../server/src/features/rules/evaluate/rule.ts'
import { previewSilence } from '../server/src/features/rules/preview/preview-silence.ts'
import { preview, type Preview } from '../server/src/features/rules/preview/preview.ts'
import { seriesReader } from '../server/src/features/rules/preview/series-reader.ts'
import { openSqliteDatabase } from '../server/src/platform/db/open.ts'
import { openLog } from '../server/src/platform/log.ts'
import { openDatabaseLog, openTimeSeries, type TimeSeries, type Entry } from '@greenhouse/timeseries'
import { fillChunks } from './board-readings.ts'
import { atMost, medianAtMost, percentile, type Bench, type Figure } from './result.ts'
import { boardWorkload } from './series-workloads.ts'

const DAY_MS = 86_400_000
const END = Date.UTC(2026, 10, 1)
const RANGE = { from: END - 365 * DAY_MS, to: END }
const DEVICE = 1
const SLOTS = [0, 3, 5, 6]
const RUNS = 7
const RULES = 100
const GROUPS = 60
const GROUP = 500

const temperature: EvaluatedRule = {
  ruleId: 'rule',
  seriesId: 'series',
  slot: 0,
  metric: metricById('temperature'),
  kind: 'above',
  limit: 40,
  upperLimit: null,
  withinMinutes: null,
  clearAt: 39.5,
  holdSeconds: 0,
  activeHours: 'always',
  place: { latitude: 55.7, longitude: 12.6 },
  isBroken: false,
  changedAt: null,
  pendingSince: null,
  sinceSeq: 0,
}

/** Rules for a year of temperatures that rise by 12 degrees each day, with the limit of a preview. */
const SHAPES: ReadonlyArray<readonly [string, Partial<EvaluatedRule>, number]> = [
  ['a limit that is never reached', {}, 100],
  ['a limit that is reached on the warmest days', { limit: 29, clearAt: 28.5 }, 100],
  ['a limit that is always broken', { limit: 5, clearAt: 4.5 }, 100],
  ['by night, a limit that is never reached', { activeHours: 'night' }, 100],
  ['a change that never comes', { kind: 'changing', limit: 5, clearAt: 4.5, withinMinutes: 60 }, 100],
  ['a limit that is crossed every day', { limit: 25, clearAt: 24.5 }, 100],
  ['two limits that are crossed every day', { kind: 'outside', limit: 18, upperLimit: 26, clearAt: 25.5 }, 100],
  ['a change that comes and goes all the time', { kind: 'changing', limit: 0.1, clearAt: 0, withinMinutes: 1 }, 100],
]

export const rulesBench: Bench = {
  name: 'rules',
  how: `A year of four values every 10 s (3.15 million of each) in chunks, with their coarse summaries. Each rule on the temperature is previewed ${RUNS} times, with its other limits where it has one; the median counts. What others wait for is the longest delay of a timer during a preview; the median of all counts. The share of rules is the time to evaluate ${RULES} rules on each reading of a board, next to the time to append the readings in groups of ${GROUP}, in one process: what else ingest does is left out, so that the share of ingest is about half of that.`,
  async run() {
    const folder = mkdtempSync(join(tmpdir(), 'greenhouse-bench-'))
    const { db, close } = await openSqliteDatabase(join(folder, 'greenhouse.db'), openLog('warn'))
    try {
      await fillChunks(db, { deviceKey: DEVICE, slots: SLOTS }, { end: END, days: 365 })
      const timeSeries = await openTimeSeries({ db, log: openDatabaseLog(db), now: () => END, onError: console.error })
      const figures = [...(await previewFigures(timeSeries)), ...(await shareFigures(timeSeries))]
      await timeSeries.close()
      return figures
    } finally {
      await close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

async function previewFigures(timeSeries: TimeSeries): Promise<Figure[]> {
  const reader = seriesReader(timeSeries, DEVICE, SLOTS[0]!)
  const waits: number[] = []
  const begun = performance.now()
  await preview(temperature, reader, RANGE)
  const figures = [atMost('the first preview, without coarse summaries', performance.now() - begun, 100, 'ms')]
  await timeSeries.compact()
  for (const [what, change, target] of SHAPES)
    figures.push(await figureOf(what, target, waits, () => preview({ ...temperature, ...change }, reader, RANGE)))
  const readers = SLOTS.map((slot) => seriesReader(timeSeries, DEVICE, slot))
  figures.push(await figureOf('a silence of 15 minutes', 100, waits, () => previewSilence(900, readers, RANGE)))
  return [...figures, medianAtMost('what others wait for at most', waits, 20, 'ms')]
}

async function figureOf(what: string, target: number, waits: number[], run: () => Promise<Preview>): Promise<Figure> {
  const times: number[] = []
  let count = 0
  for (let index = 0; index < RUNS; index++) {
    const delays = monitorEventLoopDelay({ resolution: 1 })
    delays.enable()
    const started = performance.now()
    count = (await run()).count
    times.push(performance.now() - started)
    delays.disable()
    waits.push(delays.max / 1e6)
  }
  return atMost(`preview of ${what} (${count} episodes)`, percentile(times, 0.5), target, 'ms')
}

async function shareFigures(timeSeries: TimeSeries): Promise<Figure[]> {
  const messages = boardWorkload.messages(7, END)
  const readings = Array.from({ length: GROUPS * GROUP }, () => messages.next().value)
  const entries = readings.map((one, index): Entry => ({ deviceKey: 2 + (index % GROUP), ...one }))
  const started = performance.now()
  for (let group = 0; group < GROUPS; group++)
    await timeSeries.append(entries.slice(group * GROUP, (group + 1) * GROUP))
  const appended = performance.now() - started
  const figures: Figure[] = []
  for (const [what, kind, target] of [
    ['with one limit', 'above', 20],
    ['that look for changes', 'changing', 25],
  ] as const)
    figures.push(
      atMost(`${RULES} rules ${what}`, (await evaluated(kind, readings)) / (appended / 100), target, '% of appending'),
    )
  return figures
}

/** Returns the milliseconds for evaluating the readings one by one. */
async function evaluated(
  kind: ValueKind,
  readings: ReadonlyArray<Pick<Entry, 'at' | 'slots' | 'values'>>,
): Promise<number> {
  const rules = Array.from({ length: RULES }, (_, index) => ({
    ...temperature,
    kind,
    ruleId: `${index}`,
    slot: SLOTS[index % SLOTS.length]!,
    limit: 5000 + index,
    clearAt: 5000 + index,
    withinMinutes: 30,
  }))
  const windows = new ChangingWindows({
    load: async () => ({ at: [], values: [] }),
    newestAt: async () => -Infinity,
  })
  const times: number[] = []
  for (let round = 0; round < 3; round++) {
    const started = performance.now()
    for (const [index, { at, slots, values }] of readings.entries()) {
      const bySlot = new Map(slots.map((slot, place) => [slot, { at: [at], values: [values[place]!] }]))
      const changes = kind === 'changing' ? await windows.changesOf(1, rules, { bySlot, seq: index + 1 }) : undefined
      evaluate(rules, bySlot, changes, index + 1)
    }
    times.push(performance.now() - started)
  }
  return Math.min(...times)
}
