import { classes } from '../lib/classes.ts'

export interface SparklineProps {
  /** Milliseconds since 1970. */
  range: TimeSpan
  runs: ReadonlyArray<ReadonlyArray<{ time: number; value: number }>>
  /** A colour token without `--`. */
  colour: string
  /** Minimum height of the scale, so that noise does not look like an event. */
  spanMin?: number
  /** Drawn as dashed lines if close to the values. */
  limits?: readonly number[]
  nights?: readonly TimeSpan[]
  /** Greys the line and hatches the time since its last value. */
  isSilent?: boolean
  className?: string
}

interface TimeSpan {
  readonly from: number
  readonly to: number
}

const WIDTH = 100
const HEIGHT = 40
/** Limits beyond this share of the shown span are hidden. */
const LIMIT_REACH = 0.5

/** Decorative: the numbers beside it contain the same information. */
export function Sparkline({ range, runs, colour, className, ...more }: SparklineProps) {
  const { spanMin = 0, limits = [], nights = [], isSilent = false } = more
  const scale = scaleOf(runs, { spanMin, limits })
  const x = (time: number) => Math.min(Math.max(((time - range.from) / (range.to - range.from)) * WIDTH, 0), WIDTH)
  const y = (value: number) => HEIGHT - 2 - ((value - scale.low) / (scale.high - scale.low)) * (HEIGHT - 4)
  const spots = runs.map((run) => run.map(({ time, value }): Spot => [x(time), y(value)]))
  const end = spots.at(-1)?.at(-1)
  return (
    <div aria-hidden className={classes('relative h-10', className)}>
      {isSilent && (
        <span
          className="hatched absolute inset-y-0 end-0 border-s border-line"
          style={{ insetInlineStart: `${end?.[0] ?? 0}%` }}
        />
      )}
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        style={{ color: `var(--${isSilent ? 'ink-soft' : colour})` }}
        className="relative block size-full overflow-visible"
      >
        {nights.map((night) => (
          <rect
            key={night.from}
            x={x(night.from)}
            width={x(night.to) - x(night.from)}
            height={HEIGHT}
            className="fill-(--night)"
          />
        ))}
        {spots.map((run) => (
          <Run key={run[0]?.[0]} run={run} />
        ))}
        {scale.limits.map((limit) => (
          <path
            key={limit}
            d={`M0 ${y(limit).toFixed(2)}H${WIDTH}`}
            vectorEffect="non-scaling-stroke"
            strokeDasharray="4 3"
            className="stroke-danger stroke-[1.25px]"
          />
        ))}
        {end && <path d={lineOf([end])} {...LINE} className="fill-none stroke-current stroke-[7px]" />}
      </svg>
    </div>
  )
}

type Spot = readonly [x: number, y: number]

const LINE = { vectorEffect: 'non-scaling-stroke', strokeLinejoin: 'round', strokeLinecap: 'round' } as const

function Run({ run }: { run: readonly Spot[] }) {
  const [first, last] = [run[0], run.at(-1)]
  return (
    <g>
      <path d={`${lineOf(run)}L${last?.[0]} ${HEIGHT}L${first?.[0]} ${HEIGHT}Z`} className="fill-current/12" />
      <path
        d={lineOf(run)}
        {...LINE}
        // An isolated reading is drawn as a dot.
        className={classes('fill-none stroke-current', run.length === 1 ? 'stroke-4' : 'stroke-[1.5px]')}
      />
    </g>
  )
}

/** Covers all values, the limits near them, and at least `spanMin`. */
function scaleOf(runs: SparklineProps['runs'], given: { spanMin: number; limits: readonly number[] }) {
  const values = runs.flat().map(({ value }) => value)
  if (values.length === 0) return { low: 0, high: 1, limits: [] }
  const [lowest, highest] = [Math.min(...values), Math.max(...values)]
  const span = Math.max(highest - lowest, given.spanMin) || 1
  const middle = (lowest + highest) / 2
  const [low, high] = [middle - span / 2, middle + span / 2]
  const limits = given.limits.filter((limit) => limit >= low - span * LIMIT_REACH && limit <= high + span * LIMIT_REACH)
  return { low: Math.min(low, ...limits), high: Math.max(high, ...limits), limits }
}

function lineOf(run: readonly Spot[]): string {
  const path = `M${run.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join('L')}`
  return run.length === 1 ? `${path}h0` : path
}
