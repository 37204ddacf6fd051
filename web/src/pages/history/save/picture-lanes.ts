import type { ChartLane, ChartRange } from '../../../ui/chart/chart-types.ts'
import { AXIS_PX } from '../../../ui/chart/chart-options.ts'
import { LANE_SIGNS, SIGN_PX } from '../../../ui/chart/lane-signs.ts'
import { eventsWithin, joinNear, markSide, markText, markTextPx, type LaneMark } from '../../../ui/chart/near-events.ts'
import { tokenColour } from '../../../ui/chart/token-colour.ts'

/** Limit of each lane, whose events are listed as text in a picture. */
const EVENTS_MAX = 8
const LANE_PX = 24
const BAR_PX = 14
const BAR_MIN_PX = 12
const LINE_PX = 18
const INDENT_PX = 20
const NAME_GAP_PX = 14
const FAMILY = '"Figtree Variable", sans-serif'
const FONT = `12px ${FAMILY}`
const BOLD = `600 12px ${FAMILY}`

/** The name of a lane starts with its colour. */
interface TextRow {
  readonly text: string
  /** A colour token without `--`; undefined for events. */
  readonly colour: string | undefined
}

/** Returns the last events of each lane as rows of text, and the number of earlier ones. */
export function laneRows(
  lanes: readonly ChartLane[],
  range: ChartRange,
  wrap: (text: string) => readonly string[],
): TextRow[] {
  return lanes.flatMap(({ name, colour, events }) => {
    const within = eventsWithin(events, range).toSorted((one, other) => one.from - other.from)
    if (within.length === 0) return []
    const more = within.length - EVENTS_MAX
    const words = [...(more > 0 ? [`${more} earlier`] : []), ...within.slice(-EVENTS_MAX).map((event) => event.words)]
    return [{ text: name, colour }, ...words.flatMap(wrap).map((text) => ({ text, colour: undefined }))]
  })
}

/** Wraps at spaces, if possible; no-break spaces keep numbers and units together. */
export function wrapText(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/(?<= )/)) {
    if (line !== '' && measure((line + word).trimEnd()) > width) {
      lines.push(line.trimEnd())
      line = ''
    }
    for (const character of word) {
      if (line !== '' && measure(line + character) > width && character !== ' ') {
        lines.push(line)
        line = ''
      }
      line += character
    }
  }
  return line.trim() === '' ? lines : [...lines, line.trimEnd()]
}

export function lanesHeight(lanes: readonly ChartLane[]): number {
  return lanes.length * LANE_PX
}

export function rowsHeight(rows: readonly TextRow[]): number {
  return rows.length * LINE_PX
}

export function wrapper(ctx: CanvasRenderingContext2D, width: number): (text: string) => string[] {
  ctx.font = FONT
  return (text) => wrapText(text, width - INDENT_PX, (part) => ctx.measureText(part).width)
}

interface LanesPlace {
  readonly left: number
  readonly top: number
  /** Of the chart above, including axis and gutter. */
  readonly width: number
  readonly gutter: number
}

export function drawLanes(
  ctx: CanvasRenderingContext2D,
  { lanes, range }: { lanes: readonly ChartLane[]; range: ChartRange },
  { left, top, width, gutter }: LanesPlace,
): void {
  const plotPx = width - AXIS_PX - gutter
  ctx.font = FONT
  for (const [index, lane] of lanes.entries()) {
    const middle = top + index * LANE_PX + LANE_PX / 2
    ctx.fillStyle = tokenColour('line')
    ctx.fillRect(left + AXIS_PX, middle, plotPx, 1)
    const marks = joinNear(lane.events, range, plotPx)
    const textPx = (mark: LaneMark) => markTextPx(mark, lane)
    for (const [at, mark] of marks.entries()) {
      const face = drawMark(ctx, { mark, lane }, { left: left + AXIS_PX, middle })
      const side = markSide(marks, at, { plotPx, textPx })
      const text = markText(mark, lane)
      if (text === undefined || side === undefined) continue
      write(ctx, text, side === 'left' ? { x: face.left - 4, middle, align: 'right' } : { x: face.right + 4, middle })
    }
    if (gutter >= NAMED_GUTTER_PX) write(ctx, lane.name, { x: left + AXIS_PX + plotPx + NAME_GAP_PX, middle })
  }
}

/** Draws a bar with its number, or a sign. Returns its edges. */
function drawMark(
  ctx: CanvasRenderingContext2D,
  { mark, lane: { sign, colour } }: { mark: LaneMark; lane: ChartLane },
  { left, middle }: { left: number; middle: number },
): { left: number; right: number } {
  const width = sign === undefined ? Math.max(mark.right - mark.left, BAR_MIN_PX) : SIGN_PX
  const x = left + (mark.left + mark.right - width) / 2
  if (sign === undefined) {
    ctx.fillStyle = tokenColour(colour)
    ctx.beginPath()
    ctx.roundRect(x, middle - BAR_PX / 2, width, BAR_PX, BAR_PX / 2)
    ctx.fill()
    if (mark.events.length > 1) write(ctx, String(mark.events.length), { x: x + width / 2, middle, align: 'center' })
  } else {
    const scale = SIGN_PX / 24
    ctx.save()
    ctx.translate(x, middle - SIGN_PX / 2)
    ctx.scale(scale, scale)
    ctx.lineWidth = 2
    ctx.strokeStyle = tokenColour(colour)
    ctx.stroke(new Path2D(LANE_SIGNS[sign]))
    ctx.restore()
  }
  return { left: x, right: x + width }
}

export function drawRows(
  ctx: CanvasRenderingContext2D,
  rows: readonly TextRow[],
  { left, top }: { left: number; top: number },
): void {
  for (const [index, { text, colour }] of rows.entries()) {
    const middle = top + index * LINE_PX + LINE_PX / 2
    ctx.font = colour === undefined ? FONT : BOLD
    if (colour !== undefined) {
      ctx.fillStyle = tokenColour(colour)
      ctx.fillRect(left, middle - 5, 10, 10)
    }
    write(ctx, text, { x: left + INDENT_PX, middle, colour: colour === undefined ? 'ink-soft' : 'ink' })
  }
}

/** Lanes have no names in a narrower gutter. */
const NAMED_GUTTER_PX = 90

interface TextPlace {
  x: number
  middle: number
  align?: CanvasTextAlign
  colour?: string
}

function write(ctx: CanvasRenderingContext2D, text: string, { x, middle, align = 'left', colour }: TextPlace): void {
  ctx.fillStyle = tokenColour(colour ?? (align === 'center' ? 'surface' : 'ink-soft'))
  ctx.textAlign = align
  ctx.textBaseline = 'middle'
  ctx.fillText(text, x, middle)
  ctx.textAlign = 'left'
  ctx.textBaseline = 'alphabetic'
}
