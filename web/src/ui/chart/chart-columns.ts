import type UPlot from 'uplot'
import type { ChartLine, ChartRange } from './chart-types.ts'

type Column = Array<number | null | undefined>

export interface ChartColumns {
  readonly time: number[]
  /** False at the ends of runs. */
  readonly isPoint: boolean[]
  /** For each line: average, and highest and lowest when it has a band. `null` breaks a line, `undefined` does not. */
  readonly values: Column[][]
  /** For each line: isolated points, which need a dot to be visible. */
  readonly isolated: number[][]
}

/** Arranges the runs of all lines in the columns of uPlot, with an empty one between two runs of a line. */
export function chartColumns(lines: readonly ChartLine[]): ChartColumns {
  const time = [...new Set(lines.flatMap(timesOf))].toSorted((one, other) => one - other)
  const indexOf = new Map(time.map((at, index) => [at, index]))
  const isPoint = time.map(() => false)
  const isolated: number[][] = []
  const values = lines.map(({ series, hasBand }, line) => {
    const columns = Array.from({ length: hasBand ? 3 : 1 }, (): Column => time.map(() => undefined))
    const put = (at: number, numbers: ReadonlyArray<number | null>) =>
      columns.forEach((column, row) => (column[indexOf.get(at) ?? 0] = numbers[row] ?? null))
    isolated[line] = series.runs.flatMap((run) => (run.length === 1 && run[0] ? [indexOf.get(run[0].time) ?? 0] : []))
    for (const [last, first] of pausesOf(series.runs)) {
      // Another line may have points in the pause; the line is broken at each of them.
      for (let index = (indexOf.get(last) ?? 0) + 1; (time[index] ?? first) < first; index++) put(time[index] ?? 0, [])
    }
    for (const { time: at, average, max, min } of series.runs.flat()) {
      put(at, [average, max, min])
      isPoint[indexOf.get(at) ?? 0] = true
    }
    return columns
  })
  return { time, isPoint, values, isolated }
}

export function alignedColumns({ time, values }: ChartColumns): UPlot.AlignedData {
  return [time, ...values.flat()]
}

/** Returns the point `by` steps from an instant, or from the end of the range, if the range has points. */
export function stepFrom(
  { time, isPoint }: ChartColumns,
  from: number | undefined,
  { by, range }: { by: number; range: ChartRange },
): number | undefined {
  const points = time.filter((at, index) => isPoint[index] === true && at >= range.from && at <= range.to)
  const nearest = from === undefined ? points.length : points.findIndex((at) => at >= from)
  return points[Math.min(Math.max((nearest === -1 ? points.length : nearest) + by, 0), points.length - 1)]
}

/** Returns the times of a line's points, and the middles of its pauses. */
function timesOf({ series }: ChartLine): number[] {
  return [
    ...series.runs.flat().map(({ time }) => time),
    ...pausesOf(series.runs).map(([last, first]) => (last + first) / 2),
  ]
}

function pausesOf(runs: ChartLine['series']['runs']): Array<[number, number]> {
  return runs.slice(1).flatMap((run, index): Array<[number, number]> => {
    const [last, first] = [runs[index]?.at(-1), run[0]]
    return last && first ? [[last.time, first.time]] : []
  })
}
