import { seededRandom } from '../../testing/random.ts'
import type { SeriesReader } from '../src/features/rules/preview/series-reader.ts'
import { isMissing, ChangingWindow, withinMsOf, type Samples, type RuleMeaning } from '@greenhouse/contract'
import { sumUp, between } from '@greenhouse/timeseries/testing'

/** A series in memory that is read in pieces of random length. */
export interface MemoryReader extends SeriesReader {
  /** How many values were read one by one. */
  read: number
}

export function memoryReader(samples: Samples, slot: number, seed = 1): MemoryReader {
  const column = { slot, at: Float64Array.from(samples.at), values: Float64Array.from(samples.values) }
  const random = seededRandom(seed)
  return {
    read: 0,
    async points({ from, to, widthMs }) {
      const [own] = between([column], from, to)
      const sums = sumUp(own ?? { slot, at: new Float64Array(), values: new Float64Array() }, widthMs)
      return { ...sums, means: sums.sums }
    },
    async *raw({ from, to }) {
      let next = from
      while (next < to) {
        const [rest] = between([column], next, to)
        if (!rest) return
        const length = Math.min(1 + Math.floor(random() * 200), rest.at.length)
        this.read += length
        next = rest.at[length - 1]! + 1
        yield { slot, at: rest.at.subarray(0, length), values: rest.values.subarray(0, length) }
      }
    },
  }
}

/** The changes within the minutes of a rule, at each value. */
export function changesOf(rule: RuleMeaning, { at, values }: Samples): Samples {
  const window = new ChangingWindow(withinMsOf(rule))
  const changes = { at: [] as number[], values: [] as number[] }
  for (const [index, value] of values.entries()) {
    if (isMissing(rule.metric, value)) continue
    window.add(at[index]!, value)
    changes.at.push(at[index]!)
    changes.values.push(window.change())
  }
  return changes
}
