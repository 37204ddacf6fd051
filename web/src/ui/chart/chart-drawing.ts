import UPlot from 'uplot'
import { alignedColumns, chartColumns, stepFrom, type ChartColumns } from './chart-columns.ts'
import { chartOptions, type ChartSize } from './chart-options.ts'
import { followTouch } from './chart-touch.ts'
import type { ChartContent, ChartRange } from './chart-types.ts'

export interface ChartEvents {
  /** The crosshair stands at another instant, or has left. */
  readonly onPoint: (time: number | undefined) => void
  /** A range was chosen, milliseconds since 1970. */
  readonly onZoom: (from: number, to: number) => void
  readonly onReset: () => void
}

/** Where the plot lies in the element of the chart, in pixels. */
interface PlotBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** One chart on the screen, outside of React. It lives as long as its lines are the same, and is given new content. */
export class ChartDrawing {
  readonly #chart: UPlot
  readonly #stops: ReadonlyArray<() => void>
  #content: ChartContent
  #columns: ChartColumns
  /** What fingers have made of the range, until its values have come. */
  #preview: ChartRange | undefined

  constructor(place: HTMLElement, content: ChartContent, { onPoint, onZoom, onReset }: ChartEvents) {
    this.#content = content
    this.#columns = chartColumns(content.lines)
    // Without a size nothing is drawn yet: followSize does that in a task of its own, and a phone responds in between.
    const options = chartOptions(
      { width: 0, height: 0 },
      {
        content: () => this.#content,
        range: () => this.#preview ?? this.#content.range,
        alone: (line) => this.#columns.alone[line] ?? [],
        onCursor: (time) => onPoint(time === undefined ? undefined : this.#step(time, 0)),
        onZoom,
        onReset,
      },
    )
    this.#chart = new UPlot(options, alignedColumns(this.#columns), place)
    const touch = {
      range: () => this.#preview ?? this.#content.range,
      preview: (range: ChartRange) => this.#draw(range),
      onZoom: ({ from, to }: ChartRange) => onZoom(from, to),
      onReset: () => {
        this.#draw(undefined)
        onReset()
      },
    }
    this.#stops = [followSize(this.#chart, place), followTheme(this.#chart), followTouch(this.#chart, touch)]
  }

  show(content: ChartContent): void {
    if (content === this.#content) return
    const isOther = content.lines !== this.#content.lines
    const hasMoved = content.range !== this.#content.range
    this.#content = content
    if (isOther) this.#columns = chartColumns(content.lines)
    this.#draw(hasMoved ? undefined : this.#preview)
  }

  /** The instant so many points away from one; from the end of the range when there is none. */
  step(from: number | undefined, by: number): number | undefined {
    return this.#step(from, by)
  }

  /** Where an instant and a value lie in the element of the chart, in pixels. */
  positionOf(time: number, value: number): { readonly x: number; readonly y: number } {
    const { left, top } = this.box()
    return { x: left + this.#chart.valToPos(time, 'x'), y: top + this.#chart.valToPos(value, 'y') }
  }

  box(): PlotBox {
    const { offsetLeft, offsetTop, clientWidth, clientHeight } = this.#chart.over
    return { left: offsetLeft, top: offsetTop, width: clientWidth, height: clientHeight }
  }

  destroy(): void {
    this.#stops.forEach((stop) => stop())
    this.#chart.destroy()
  }

  #draw(preview: ChartRange | undefined): void {
    this.#preview = preview
    this.#chart.setData(alignedColumns(this.#columns))
  }

  #step(from: number | undefined, by: number): number | undefined {
    return stepFrom(this.#columns, from, { by, range: this.#content.range })
  }
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

/** Draws the chart again when the colours change: with the theme, and for paper, which is always light. */
function followTheme(chart: UPlot): () => void {
  const draw = () => chart.redraw(false)
  const observer = new MutationObserver(draw)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const paper = window.matchMedia('print')
  paper.addEventListener('change', draw)
  // Labels that were drawn before their font was loaded are drawn again.
  if (document.fonts.status === 'loading') void document.fonts.ready.then(draw)
  return () => {
    observer.disconnect()
    paper.removeEventListener('change', draw)
  }
}
