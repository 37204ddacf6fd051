import type { BenchOptions } from './options.ts'

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
  /** Figures that are no times, so that other load can't change them. */
  readonly untimed?: true
  /** Runs only when it is named. */
  readonly onRequest?: true
  run(options: BenchOptions): Promise<Figure[]>
}

export function atMost(what: string, measured: number, target: number, unit: string): Figure {
  return {
    what,
    target: `≤ ${show(target)} ${unit}`,
    measured: `${show(measured)} ${unit}`,
    reached: measured <= target,
  }
}

export function atLeast(what: string, measured: number, target: number, unit: string): Figure {
  return {
    what,
    target: `≥ ${show(target)} ${unit}`,
    measured: `${show(measured)} ${unit}`,
    reached: measured >= target,
  }
}

/** A figure that this machine can't measure, with the reason. Neither reached nor missed. */
export function notMeasured(what: string, reason: string): Figure {
  return { what, target: '–', measured: reason, reached: undefined }
}

/** The median of several runs, with best and worst, which must not be above its target. */
export function medianAtMost(what: string, runs: readonly number[], target: number, unit: string): Figure {
  const figure = atMost(what, percentile(runs, 0.5), target, unit)
  const [best, worst] = [Math.min(...runs), Math.max(...runs)]
  return { ...figure, measured: `${figure.measured} (${show(best)} to ${show(worst)} in ${runs.length} runs)` }
}

export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? Number.NaN
}

function show(value: number): string {
  return new Intl.NumberFormat('en', { maximumFractionDigits: value < 10 ? 2 : value < 1000 ? 1 : 0 }).format(value)
}
