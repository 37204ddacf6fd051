import { calibrate, type Metric } from '@greenhouse/contract'
import { formatNumber, withUnit } from '../../lib/format.ts'
import { rawWords } from './calibration-words.ts'

interface CalibrationDrawingProps {
  metric: Metric
  dry: number
  wet: number
  /** Current raw value; undefined while unknown. */
  now: number | undefined
}

const [WIDTH, HEIGHT] = [336, 196]
const PLOT = { left: 44, right: 320, top: 26, bottom: 150 }
/** Margin beside the outer points, as a share of their distance. */
const MARGIN = 0.15
const LINE = 14
const LIFT = 9
const STEPS = [1, 2, 2.5, 5, 10]

/** Draws the line between two calibration points and the current raw value on it. */
export function CalibrationDrawing({ metric, dry, wet, now }: CalibrationDrawingProps) {
  const { min, max } = metric.range
  const known = [dry, wet, ...(now === undefined ? [] : [now])]
  const span = Math.max(...known) - Math.min(...known)
  const [from, to] = [Math.min(...known) - span * MARGIN, Math.max(...known) + span * MARGIN]
  const x = (raw: number) => PLOT.left + ((raw - from) / (to - from)) * (PLOT.right - PLOT.left)
  const y = (value: number) => PLOT.bottom - ((value - min) / (max - min)) * (PLOT.bottom - PLOT.top)
  const percent = (value: number) => withUnit(formatNumber(value, metric.decimals), metric.unit)
  const at = (raw: number) => calibrate(metric, raw, { dry, wet })
  const path = [from, Math.min(dry, wet), Math.max(dry, wet), to].map((raw) => `${x(raw)} ${y(at(raw))}`).join('L')
  const words =
    `${rawWords(dry)} is ${percent(min)}, ${rawWords(wet)} is ${percent(max)}` +
    (now === undefined ? '' : `; ${rawWords(now)} now is ${percent(at(now))}`)
  return (
    <figure className="min-w-0">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden className="w-full text-xs">
        <Rows metric={metric} y={y} />
        {ticksOf(from, to).map((raw) => (
          <text key={raw} x={x(raw)} y={PLOT.bottom + 18} textAnchor="middle" className="fill-ink-soft">
            {rawWords(raw)}
          </text>
        ))}
        <text x={(PLOT.left + PLOT.right) / 2} y={HEIGHT - 8} textAnchor="middle" className="fill-ink-soft">
          what the sensor sends
        </text>
        <path d={`M${path}`} className="fill-none stroke-(--soil) stroke-2" />
        {now !== undefined && (
          <path
            d={`M${PLOT.left} ${y(at(now))}H${x(now)}V${PLOT.bottom}`}
            strokeDasharray="2 3"
            className="fill-none stroke-ink"
          />
        )}
        <Spot
          x={x(dry)}
          y={y(min)}
          label={`dry ${rawWords(dry)}`}
          lift={dryLiftOf({ x: x(dry), y: y(min) }, now === undefined ? undefined : { x: x(now), y: y(at(now)) })}
          isOpen
        />
        <Spot x={x(wet)} y={y(max)} label={`wet ${rawWords(wet)}`} isOpen />
        {now !== undefined && now !== dry && now !== wet && (
          <Spot
            x={x(now)}
            y={y(at(now))}
            label={`now ${rawWords(now)}, ${percent(at(now))}`}
            lift={liftOf(y(at(now)))}
          />
        )}
      </svg>
      <figcaption className="sr-only">{words}</figcaption>
    </figure>
  )
}

function Rows({ metric: { range, unit }, y }: { metric: Metric; y: (value: number) => number }) {
  const { min, max } = range
  return (
    <>
      {[min, (min + max) / 2, max].map((value) => (
        <g key={value}>
          <path d={`M${PLOT.left} ${y(value)}H${PLOT.right}`} className="stroke-line" />
          <text x={PLOT.left - 8} y={y(value) + 4} textAnchor="end" className="fill-ink-soft">
            {formatNumber(value, 0)}
          </text>
        </g>
      ))}
      <text x={PLOT.left - 8} y={12} textAnchor="end" className="fill-ink-soft">
        {unit}
      </text>
    </>
  )
}

interface SpotProps {
  x: number
  y: number
  label: string
  lift?: number
  isOpen?: boolean
}

/** Draws a point, with its label on the side with more room. */
function Spot({ x, y, label, lift = LIFT, isOpen = false }: SpotProps) {
  const isLeft = x < WIDTH / 2
  return (
    <g>
      <circle cx={x} cy={y} r={5} className={isOpen ? 'fill-surface stroke-(--soil) stroke-2' : 'fill-ink'} />
      <text
        x={isLeft ? x + 8 : x - 8}
        y={y - lift}
        textAnchor={isLeft ? 'start' : 'end'}
        className="fill-ink font-semibold [paint-order:stroke] stroke-surface stroke-3"
      >
        {label}
      </text>
    </g>
  )
}

function liftOf(y: number): number {
  if (PLOT.bottom - y < 2 * LINE) return LINE + 12
  return y - PLOT.top < 2 * LINE ? -LINE - 6 : LIFT
}

const NAME_WIDTH = 64

/** Moves the label of the dry point above that of the current value where they would overlap. */
function dryLiftOf(dry: { x: number; y: number }, now: { x: number; y: number } | undefined): number {
  if (!now) return LIFT
  const beside = dry.x < WIDTH / 2 ? now.x - dry.x : dry.x - now.x
  const above = dry.y - now.y
  const isOnName = beside > 0 && beside < NAME_WIDTH && above > 0 && above < LIFT + LINE
  return isOnName ? above + LIFT : LIFT
}

/** Returns three to six round numbers within a range. */
function ticksOf(from: number, to: number): number[] {
  const rough = (to - from) / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * (STEPS.find((one) => one * power >= rough) ?? 10)
  const first = Math.ceil(from / step)
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, index) => (first + index) * step)
}
