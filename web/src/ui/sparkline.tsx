import { classes } from '../lib/classes.ts'

export interface SparklineProps {
  /** In order of time, milliseconds since 1970; a null value is a gap. */
  points: ReadonlyArray<{ time: number; value: number | null }>
  /** A colour token without `--`: that of the metric. */
  colour: string
  className?: string
}

const WIDTH = 100
const HEIGHT = 40

/** A small line with its wash, for the eye only: the numbers beside it say the same. Takes the size it is given. */
export function Sparkline({ points, colour, className }: SparklineProps) {
  const runs = runsOf(points)
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      style={{ color: `var(--${colour})` }}
      className={classes('block h-10 w-full overflow-visible', className)}
    >
      {runs.map((run) => (
        <g key={run[0]?.[0]}>
          <path
            d={`${lineOf(run)}L${run.at(-1)?.[0]} ${HEIGHT}L${run[0]?.[0]} ${HEIGHT}Z`}
            className="fill-current/12"
          />
          <path
            d={lineOf(run)}
            vectorEffect="non-scaling-stroke"
            strokeLinejoin="round"
            className="fill-none stroke-current stroke-[1.5px]"
          />
        </g>
      ))}
    </svg>
  )
}

type Spot = readonly [x: number, y: number]

/** Unbroken stretches, scaled to the drawing. */
function runsOf(points: SparklineProps['points']): Spot[][] {
  const values = points.flatMap(({ value }) => (value === null ? [] : [value]))
  const [first, last] = [points[0]?.time ?? 0, points.at(-1)?.time ?? 0]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const x = (time: number) => (last === first ? WIDTH / 2 : ((time - first) / (last - first)) * WIDTH)
  const y = (value: number) => (high === low ? HEIGHT / 2 : HEIGHT - 2 - ((value - low) / (high - low)) * (HEIGHT - 4))
  const runs: Spot[][] = [[]]
  for (const { time, value } of points) {
    if (value === null) runs.push([])
    else runs.at(-1)?.push([x(time), y(value)])
  }
  return runs.filter((run) => run.length > 0)
}

function lineOf(run: Spot[]): string {
  return `M${run.map(([x, y]) => `${x.toFixed(2)} ${y.toFixed(2)}`).join('L')}`
}
