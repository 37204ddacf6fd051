import { toFahrenheit, type Lowest, type Night, type Nights, type TemperatureCurve } from '@greenhouse/contract'
import { classes } from '../../lib/classes.ts'
import { formatNumber, formatTime } from '../../lib/format.ts'
import { holdsFrost, percentOn, scaleOf, type Scale } from './scale.ts'

const HOUR_MS = 3_600_000
const STEP = 5
/** Places that are drawn, the coldest first: more could not be told apart. */
const DRAWN_MAX = 3
/** Between names at the ends of lines, percent of the height. */
const NAME_GAP = 9

interface Line {
  readonly name: string
  readonly curve: TemperatureCurve
  readonly tonight: Lowest | null
  readonly colour: string
  readonly dashes: string
}

const STYLES = [
  { colour: 'var(--humidity)', dashes: '7 4' },
  { colour: 'var(--temperature)', dashes: '' },
  { colour: 'var(--air-pressure)', dashes: '2 3 7 3' },
] as const

interface TonightPlotProps {
  nights: Nights
  celsius: boolean
  dark: readonly Night[]
}

/** Draws the temperature until 07.00 outdoors and in the coldest places. The table beside it has the values. */
export function TonightPlot({ nights: { outdoors, places }, celsius, dark }: TonightPlotProps) {
  const lines: Line[] = [
    { name: 'Outdoors', ...outdoors, colour: 'var(--ok)', dashes: '1 4' },
    ...places
      .filter(({ curve }) => curve.length > 1)
      .slice(0, DRAWN_MAX)
      .map((place, index) => ({ ...place, ...(STYLES[index] ?? STYLES[0]) })),
  ]
  const instants = outdoors.curve.map(({ time }) => Date.parse(time))
  const [from, to] = [instants[0], instants.at(-1)]
  if (from === undefined || to === undefined || to === from) return undefined
  const across: Scale = { low: from, high: to }
  const scale = scaleOf(
    lines.flatMap(({ curve }) => curve.map(({ temperature }) => temperature)),
    STEP,
  )
  const steps = Array.from(
    { length: Math.round((scale.high - scale.low) / STEP) + 1 },
    (_, step) => scale.low + step * STEP,
  )
  return (
    <div aria-hidden className="grid grid-cols-[1.75rem_minmax(0,1fr)_5.5rem] text-xs text-ink-soft">
      <div className="relative h-46">
        {steps.map((value) => (
          <span
            key={value}
            className="absolute end-2 -translate-y-1/2"
            style={{ top: `${100 - percentOn(scale, value)}%` }}
          >
            {formatNumber(celsius ? value : toFahrenheit(value), 0)}
          </span>
        ))}
      </div>
      <div className="relative h-46">
        <Curves {...{ lines, dark, across, scale, steps }} />
        <Marks {...{ lines, across, scale }} />
      </div>
      <div className="relative h-46">
        {namesAt(lines, scale).map(({ name, top }) => (
          <bdi
            key={name}
            className="absolute inset-x-0 start-2 -translate-y-1/2 truncate font-medium text-ink"
            style={{ top: `${top}%` }}
          >
            {name}
          </bdi>
        ))}
      </div>
      <Hours {...{ instants, across }} />
    </div>
  )
}

/** Writes each fourth hour. */
function Hours({ instants, across }: { instants: readonly number[]; across: Scale }) {
  return (
    <div className="relative col-start-2 h-6 pt-2">
      {instants
        .filter((instant) => (instant - across.low) % (4 * HOUR_MS) === 0)
        .map((instant, index) => (
          <span
            key={instant}
            className={classes('absolute -translate-x-1/2', index % 2 === 1 && 'max-[22.5rem]:hidden')}
            style={{ left: `${percentOn(across, instant)}%` }}
          >
            {formatTime(instant)}
          </span>
        ))}
    </div>
  )
}

interface CurvesProps {
  lines: readonly Line[]
  dark: readonly Night[]
  across: Scale
  scale: Scale
  /** °C of the lines behind the curves. */
  steps: readonly number[]
}

function Curves({ lines, dark, across, scale, steps }: CurvesProps) {
  const heightOf = (value: number) => 100 - percentOn(scale, value)
  const pointsOf = (curve: TemperatureCurve) =>
    curve
      .map(({ time, temperature }) => {
        const x = percentOn(across, Date.parse(time))
        return `${x.toFixed(2)},${heightOf(temperature).toFixed(2)}`
      })
      .join(' ')
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" className="absolute inset-0 size-full overflow-visible">
      {dark.map((night) => (
        <Dark key={night.from} night={night} across={across} />
      ))}
      {steps.map((value) => (
        <path key={value} d={`M0 ${heightOf(value)}H100`} vectorEffect="non-scaling-stroke" className="stroke-line" />
      ))}
      {holdsFrost(scale) && (
        <path
          d={`M0 ${heightOf(0)}H100`}
          vectorEffect="non-scaling-stroke"
          strokeDasharray="2 3"
          className="stroke-humidity stroke-2"
        />
      )}
      {lines.map(({ name, curve, colour, dashes }) => (
        <polyline
          key={name}
          points={pointsOf(curve)}
          vectorEffect="non-scaling-stroke"
          strokeLinejoin="round"
          strokeDasharray={dashes}
          style={{ stroke: colour }}
          className="fill-none stroke-2 forced-color-adjust-none"
        />
      ))}
    </svg>
  )
}

/** Marks the lowest of each line, and the frost. */
function Marks({ lines, across, scale }: Pick<CurvesProps, 'lines' | 'across' | 'scale'>) {
  return (
    <>
      {holdsFrost(scale) && (
        <span
          className="absolute start-1 -translate-y-full font-semibold text-humidity"
          style={{ top: `${100 - percentOn(scale, 0)}%` }}
        >
          frost
        </span>
      )}
      {lines.map(({ name, tonight, colour }) =>
        tonight === null ? undefined : (
          <span
            key={name}
            className="absolute size-2.5 -translate-1/2 rounded-pill border-2 bg-surface forced-color-adjust-none"
            style={{
              borderColor: colour,
              left: `${percentOn(across, Date.parse(tonight.at))}%`,
              top: `${100 - percentOn(scale, tonight.value)}%`,
            }}
          />
        ),
      )}
    </>
  )
}

function Dark({ night, across }: { night: Night; across: Scale }) {
  const start = Math.max(percentOn(across, night.from), 0)
  const end = Math.min(percentOn(across, night.to), 100)
  return end > start ? <rect x={start} y="0" width={end - start} height="100" className="fill-(--night)" /> : undefined
}

/** Returns the positions of the names of lines, in percent from the top, without overlaps. */
function namesAt(
  lines: ReadonlyArray<Pick<Line, 'name' | 'curve'>>,
  scale: Scale,
): Array<{ name: string; top: number }> {
  const wanted = lines
    .map(({ name, curve }) => ({ name, top: 100 - percentOn(scale, curve.at(-1)?.temperature ?? scale.low) }))
    .toSorted((one, other) => one.top - other.top)
  let above = -Infinity
  return wanted.map(({ name, top }) => {
    above = Math.max(top, above + NAME_GAP)
    return { name, top: above }
  })
}
