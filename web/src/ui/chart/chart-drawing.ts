import UPlot from 'uplot'
import { alignedColumns, chartColumns, stepFrom, type ChartColumns } from './chart-columns.ts'
import { chartOptions, type ChartSize } from './chart-options.ts'
import { followTouch } from './chart-touch.ts'
import type { ChartContent, ChartRange } from './chart-types.ts'

export interface ChartEvents {
  /** Undefined when the crosshair leaves. */
  readonly onPoint: (time: number | undefined) => void
  readonly onZoom: (from: number, to: number) => void
  readonly onReset: () => void
}

/** In pixels, relative to the chart's element. */
interface PlotBox {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Draws one chart outside of React. It can show new content as long as the lines are the same. */
export class ChartDrawing {
  readonly #chart: UPlot
  readonly #stops: ReadonlyArray<() => void>
  #content: ChartContent
  #columns: ChartColumns
  /** Range of a pinch, until its values are loaded. */
  #preview: ChartRange | undefined

  constructor(place: HTMLElement, content: ChartContent, { onPoint, onZoom, onReset }: ChartEvents) {
    this.#content = content
    this.#columns = chartColumns(content.lines)
    // Without a size nothing is drawn yet: followSize draws in a task of its own to keep phones responsive.
    const options = chartOptions(
      { width: 0, height: 0 },
      {
        content: () => this.#content,
        range: () => this.#preview ?? this.#content.range,
        isolated: (line) => this.#columns.isolated[line] ?? [],
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

  step(from: number | undefined, by: number): number | undefined {
    return this.#step(from, by)
  }

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

/** Resizes the chart with its element. Uses a timer, because the frame that reports the size is already long. */
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

/** Redraws when colours change: with the theme, and for print, which is always light. */
function followTheme(chart: UPlot): () => void {
  const draw = () => chart.redraw(false)
  const observer = new MutationObserver(draw)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const paper = window.matchMedia('print')
  paper.addEventListener('change', draw)
  // Labels drawn before their font was loaded are redrawn.
  if (document.fonts.status === 'loading') void document.fonts.ready.then(draw)
  return () => {
    observer.disconnect()
    paper.removeEventListener('change', draw)
  }
}
