import { classes } from '../lib/classes.ts'

export interface SparklineProps {
  /** What the whole width stands for, milliseconds since 1970. */
  range: { readonly from: number; readonly to: number }
  /** Unbroken runs in order of time, milliseconds since 1970; no line crosses from one to the next. */
  runs: ReadonlyArray<ReadonlyArray<{ time: number; value: number }>>
  /** A colour token without `--`: that of the metric. */
  colour: string
  className?: string
}

const WIDTH = 100
const HEIGHT = 40

/** A small line with its wash, for the eye only: the numbers beside it say the same. Takes the size it is given. */
export function Sparkline({ range, runs, colour, className }: SparklineProps) {
  const spots = scaled(runs, range)
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      style={{ color: `var(--${colour})` }}
      className={classes('block h-10 w-full overflow-visible', className)}
    >
      {spots.map((run) => (
        <g key={run[0]?.[0]}>
          <path
            d={`${lineOf(run)}L${run.at(-1)?.[0]} ${HEIGHT}L${run[0]?.[0]} ${HEIGHT}Z`}
            className="fill-current/12"
          />
          <path
            d={lineOf(run)}
            vectorEffect="non-scaling-stroke"
            strokeLinejoin="round"
            strokeLinecap="round"
            // A reading without neighbours is a dot.
            className={classes('fill-none stroke-current', run.length === 1 ? 'stroke-4' : 'stroke-[1.5px]')}
          />
        </g>
      ))}
    </svg>
  )
}

type Spot = readonly [x: number, y: number]

/** The runs in the units of the drawing. */
function scaled(runs: SparklineProps['runs'], { from, to }: SparklineProps['range']): Spot[][] {
  const values = runs.flat().map(({ value }) => value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const x = (time: number) => Math.min(Math.max(((time - from) / (to - from)) * WIDTH, 0), WIDTH)
  const y = (value: number) => (high === low ? HEIGHT / 2 : HEIGHT - 2 - ((value - low) / (high - low)) * (HEIGHT - 4))
  return runs.map((run) => run.map(({ time, value }): Spot => [x(time), y(value)]))
}

function lineOf(run: Spot[]): string {
  const path = `M${run.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join('L')}`
  return run.length === 1 ? `${path}h0` : path
}
