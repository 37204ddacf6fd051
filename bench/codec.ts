import {
  encodePart,
  decodePart,
  encodeMessage,
  Message,
  messageBytesAtMost,
  readMessage,
  chooseWidth,
} from '@greenhouse/timeseries/testing'
import type { Column, Entry } from '@greenhouse/timeseries'
import { atLeast, atMost, percentile, type Bench, type Figure } from './result.ts'
import { workloads, type Workload } from './series-workloads.ts'

const VALUES = 16_384
const ROUNDS = 60
const START = 1_700_000_000_000

/** Limits of bytes a value, by workload. */
const BYTES: Readonly<Record<string, number>> = { board: 0.74, ESPHome: 1.15, Ecowitt: 0.44, 'board of floats': 0.78 }

export const codecBench: Bench = {
  name: 'codec',
  how: `Chunks of ${VALUES} values of each workload (bench/series-workloads.ts), encoded and decoded ${ROUNDS} times in one thread; the median counts. The bytes are those of the part alone.`,
  run: async () => workloads.flatMap(measure),
}

function measure(workload: Workload): Figure[] {
  const entries = entriesOf(workload)
  const columns = columnsOf(entries)
  const part = encodePart(columns)
  const log = new Uint8Array(entries.reduce((sum, { values }) => sum + messageBytesAtMost(values.length), 0))
  const end = writeAll(entries, log)
  const { name } = workload
  const rate = (what: string, target: number, run: () => void) =>
    atLeast(`${name}: ${what}`, VALUES / percentile(timesOf(run), 0.5) / 1000, target, 'million values/s')
  return [
    atMost(`${name}: a value in a chunk`, part.length / VALUES, BYTES[name] ?? 1, 'bytes'),
    atMost(`${name}: a value in the log`, end / VALUES, 12, 'bytes'),
    rate('encoded', 8, () => encodePart(columns)),
    rate('decoded', 15, () => decodePart(part)),
    rate('summed up', 15, () => chooseWidth(columns)),
    rate('written to the log', 5, () => writeAll(entries, log)),
    rate('read from the log', 10, () => readAll(log, end)),
  ]
}

function writeAll(entries: readonly Entry[], log: Uint8Array): number {
  return entries.reduce((offset, entry) => encodeMessage(entry, log, offset), 0)
}

function entriesOf({ messages }: Workload): Entry[] {
  const entries: Entry[] = []
  let values = 0
  for (const message of messages(1, START)) {
    entries.push({ deviceKey: 17, ...message })
    values += message.values.length
    if (values >= VALUES) return entries
  }
  return entries
}

function columnsOf(entries: readonly Entry[]): Column[] {
  const columns = new Map<number, { at: number[]; values: number[] }>()
  for (const { at, slots, values } of entries)
    slots.forEach((slot, index) => {
      const column = columns.get(slot) ?? { at: [], values: [] }
      columns.set(slot, column)
      column.at.push(at)
      column.values.push(values[index]!)
    })
  return Array.from(columns, ([slot, { at, values }]) => ({
    slot,
    at: Float64Array.from(at),
    values: Float64Array.from(values),
  }))
}

function readAll(log: Uint8Array, end: number): void {
  const message = new Message()
  for (let offset = 0; offset < end;) offset = readMessage(log, offset, message)
}

function timesOf(run: () => void): number[] {
  for (let round = 0; round < ROUNDS; round++) run()
  return Array.from({ length: ROUNDS }, () => {
    const started = performance.now()
    run()
    return performance.now() - started
  })
}
