import type { BenchOptions } from './options.ts'

/** One figure of a bench: what was measured, what it should be, and whether it is. */
export interface Figure {
  readonly what: string
  readonly target: string
  readonly measured: string
  /** Undefined when it was not measured, or has no target. */
  readonly reached: boolean | undefined
}

export interface Bench {
  /** The name to run it by: `npm run bench -- <name>`. */
  readonly name: string
  /** How it is measured, in a sentence or two, for the report. */
  readonly how: string
  /** Its figures are not times: what else the machine does can't change them. */
  readonly untimed?: true
  /** Runs only when it is named. */
  readonly onRequest?: true
  run(options: BenchOptions): Promise<Figure[]>
}

/** A figure that must not be above its target. */
export function atMost(what: string, measured: number, target: number, unit: string): Figure {
  return {
    what,
    target: `≤ ${show(target)} ${unit}`,
    measured: `${show(measured)} ${unit}`,
    reached: measured <= target,
  }
}

/** A figure that must not be below its target. */
export function atLeast(what: string, measured: number, target: number, unit: string): Figure {
  return {
    what,
    target: `≥ ${show(target)} ${unit}`,
    measured: `${show(measured)} ${unit}`,
    reached: measured >= target,
  }
}

/** A figure that this machine can't measure, and why. It is neither reached nor missed. */
export function notMeasured(what: string, reason: string): Figure {
  return { what, target: '–', measured: reason, reached: undefined }
}

/** A figure of several runs, which must not be above its target: the median counts, best and worst are shown with it. */
export function medianAtMost(what: string, runs: readonly number[], target: number, unit: string): Figure {
  const figure = atMost(what, percentile(runs, 0.5), target, unit)
  const [best, worst] = [Math.min(...runs), Math.max(...runs)]
  return { ...figure, measured: `${figure.measured} (${show(best)} to ${show(worst)} in ${runs.length} runs)` }
}

/** The value below which that part (0 to 1) of the values lies. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? Number.NaN
}

function show(value: number): string {
  return new Intl.NumberFormat('en', { maximumFractionDigits: value < 10 ? 2 : value < 1000 ? 1 : 0 }).format(value)
}
