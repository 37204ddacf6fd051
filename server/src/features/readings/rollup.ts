import { isMissing, boardMetrics, type BoardMetricId } from '@greenhouse/contract'
import type { Reading } from './decode-board.ts'

const MINUTE = 60_000
/**
 * Lengths of the buckets that are summed up as readings arrive, coarsest first. A chart reads the coarsest that
 * still gives it enough points, so its cost follows its points and not its range.
 */
export const LEVELS = [360 * MINUTE, 15 * MINUTE] as const

/** Sums are kept in millionths of the unit, whole: they come out the same in whichever order readings arrive. */
export const SUM_SCALE = 1_000_000

/** How many values a metric had in a bucket, their sum in millionths, the lowest and the highest. What is shown as N/A is none. */
export interface Summary {
  n: number
  sum: number
  min: number | null
  max: number | null
}

export interface Rollup {
  readonly deviceKey: number
  readonly levelMs: number
  readonly at: number
  /** How many readings came, with values or without. */
  readings: number
  readonly summaries: Record<BoardMetricId, Summary>
}

/** Sums up readings by device, level and bucket: what has to be added to the stored rollups. */
export function rollUp(readings: readonly Reading[]): Rollup[] {
  const rollups = new Map<string, Rollup>()
  for (const reading of readings) {
    for (const levelMs of LEVELS) {
      const at = Math.floor(reading.at / levelMs) * levelMs
      const key = `${reading.deviceKey} ${levelMs} ${at}`
      let rollup = rollups.get(key)
      if (!rollup)
        rollups.set(
          key,
          (rollup = { deviceKey: reading.deviceKey, levelMs, at, readings: 0, summaries: emptySummaries() }),
        )
      rollup.readings++
      for (const metric of boardMetrics) {
        const value = reading[metric.id]
        if (!isMissing(metric, value)) add(rollup.summaries[metric.id], value)
      }
    }
  }
  return [...rollups.values()]
}

function add(summary: Summary, value: number): void {
  summary.n++
  summary.sum += Math.round(value * SUM_SCALE)
  if (summary.min === null || value < summary.min) summary.min = value
  if (summary.max === null || value > summary.max) summary.max = value
}

function emptySummaries(): Record<BoardMetricId, Summary> {
  const empty = () => ({ n: 0, sum: 0, min: null, max: null })
  return { temperature: empty(), humidity: empty(), airPressure: empty(), airQuality: empty() }
}
