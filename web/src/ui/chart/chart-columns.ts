import type { ChartPoint, ChartSeries } from './chart-types.ts'

/** The points of a chart in columns, with an empty one between two runs so that no line crosses a gap. */
export interface ChartColumns {
  readonly points: ReadonlyArray<ChartPoint | undefined>
  readonly time: number[]
  readonly average: Array<number | null>
  readonly max: Array<number | null>
  readonly min: Array<number | null>
  /** Where a point stands alone and needs a dot to be seen. */
  readonly alone: number[]
}

export function chartColumns({ runs }: ChartSeries): ChartColumns {
  const columns: ChartColumns & { points: Array<ChartPoint | undefined> } = {
    points: [],
    time: [],
    average: [],
    max: [],
    min: [],
    alone: [],
  }
  let last: number | undefined
  for (const run of runs) {
    const first = run[0]
    if (!first) continue
    if (last !== undefined) add(undefined, (last + first.time) / 2)
    if (run.length === 1) columns.alone.push(columns.time.length)
    for (const point of run) add(point, point.time)
    last = run.at(-1)?.time
  }
  return columns

  function add(point: ChartPoint | undefined, time: number) {
    columns.points.push(point)
    columns.time.push(time)
    columns.average.push(point?.average ?? null)
    columns.max.push(point?.max ?? null)
    columns.min.push(point?.min ?? null)
  }
}
