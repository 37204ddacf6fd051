import UPlot from 'uplot'
import { chartOptions, type ChartSize } from './chart-options.ts'
import { isWithin } from './chart-scale.ts'
import type { ChartContent, ChartPoint, ChartSeries } from './chart-types.ts'

export interface ChartEvents {
  /** The crosshair stands at another point, or at none. */
  readonly onPoint: (pointed: PointedAt | undefined) => void
  /** A range was chosen, milliseconds since 1970. */
  readonly onZoom: (from: number, to: number) => void
  readonly onReset: () => void
}

/** A point under the crosshair: its place in the list, and in pixels from the corner of the chart's element. */
export interface PointedAt {
  readonly index: number
  readonly point: ChartPoint
  readonly x: number
  readonly y: number
  /** Whether it is in the right half. */
  readonly late: boolean
  /** The upper end and the height of the plot, in pixels. */
  readonly top: number
  readonly height: number
}

/** One chart on the screen, outside of React: it lives as long as its element and is given new content. */
export class ChartDrawing {
  readonly #chart: UPlot
  readonly #stops: ReadonlyArray<() => void>
  #content: ChartContent
  #columns: ChartColumns

  constructor(place: HTMLElement, content: ChartContent, { onPoint, onZoom, onReset }: ChartEvents) {
    this.#content = content
    this.#columns = chartColumns(content.series)
    // Without a size nothing is drawn yet: followSize does that in a task of its own, and a phone responds in between.
    const options = chartOptions(
      { width: 0, height: 0 },
      {
        content: () => this.#content,
        alone: () => this.#columns.alone,
        onCursor: (index) => onPoint(index === undefined ? undefined : this.#pointedAt(index)),
        onZoom,
        onReset,
      },
    )
    this.#chart = new UPlot(options, dataOf(this.#columns), place)
    this.#stops = [followSize(this.#chart, place), followTheme(this.#chart), followTouch(this.#chart)]
  }

  show(content: ChartContent): void {
    if (content === this.#content) return
    this.#content = content
    this.#columns = chartColumns(content.series)
    this.#chart.setData(dataOf(this.#columns))
  }

  /**
   * Moves the crosshair by so many points from a place in the list; without one, from the end. Where there is no data
   * it goes on in the same direction.
   */
  step(from: number | undefined, by: number): void {
    const { points } = this.#columns
    const [first, last] = this.#shown()
    let index = Math.min(Math.max((from ?? points.length) + by, first), last)
    while (points[index] === undefined && index > first && index < last) index += Math.sign(by)
    const point = points[index]
    if (!point) return
    this.#chart.setCursor({
      left: this.#chart.valToPos(point.time, 'x'),
      top: this.#chart.valToPos(point.average, 'y'),
    })
  }

  destroy(): void {
    this.#stops.forEach((stop) => stop())
    this.#chart.destroy()
  }

  /** The columns of the first and the last point within the range. */
  #shown(): [number, number] {
    const isShown = (point: ChartPoint | undefined) => point !== undefined && isWithin(point.time, this.#content.range)
    return [this.#columns.points.findIndex(isShown), this.#columns.points.findLastIndex(isShown)]
  }

  #pointedAt(column: number): PointedAt | undefined {
    const [first, last] = this.#shown()
    const index = Math.min(Math.max(column, first), last)
    const point = this.#columns.points[index]
    if (!point) return undefined
    const { offsetLeft, offsetTop, clientWidth, clientHeight } = this.#chart.over
    const x = this.#chart.valToPos(point.time, 'x')
    const y = this.#chart.valToPos(point.average, 'y')
    const at = { x: offsetLeft + x, y: offsetTop + y, late: x > clientWidth / 2 }
    return { index, point, ...at, top: offsetTop, height: clientHeight }
  }
}

/** The points of a chart in columns, with an empty one between two runs so that no line crosses a gap. */
interface ChartColumns {
  readonly points: ReadonlyArray<ChartPoint | undefined>
  readonly time: number[]
  readonly average: Array<number | null>
  readonly max: Array<number | null>
  readonly min: Array<number | null>
  /** Where a point stands alone and needs a dot to be seen. */
  readonly alone: number[]
}

/** Lays runs out in the columns that uPlot draws. */
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

function dataOf({ time, average, max, min }: ChartColumns): UPlot.AlignedData {
  return [time, average, max, min]
}

function sizeOf({ clientWidth, clientHeight }: HTMLElement): ChartSize {
  return { width: clientWidth, height: clientHeight }
}

/** Draws the chart in the size of its element. A timer draws it, because the frame that reports the size is long. */
function followSize(chart: UPlot, place: HTMLElement): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const draw = () => {
    const size = sizeOf(place)
    if (size.width !== chart.width || size.height !== chart.height) chart.setSize(size)
  }
  const observer = new ResizeObserver(() => {
    clearTimeout(timer)
    timer = setTimeout(draw)
  })
  observer.observe(place)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
  }
}

function followTheme(chart: UPlot): () => void {
  const observer = new MutationObserver(() => chart.redraw(false))
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  // Labels that were drawn before their font was loaded are drawn again.
  if (document.fonts.status === 'loading') void document.fonts.ready.then(() => chart.redraw(false))
  return () => observer.disconnect()
}

/** Moves the crosshair by touch, too: uPlot listens to the mouse only. The page still scrolls up and down. */
function followTouch(chart: UPlot): () => void {
  const move = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') return
    const { left, top } = chart.over.getBoundingClientRect()
    chart.setCursor({ left: event.clientX - left, top: event.clientY - top })
  }
  chart.over.style.touchAction = 'pan-y'
  chart.over.addEventListener('pointerdown', move)
  chart.over.addEventListener('pointermove', move)
  return () => {
    chart.over.removeEventListener('pointerdown', move)
    chart.over.removeEventListener('pointermove', move)
  }
}
