import type { PlaceNight, WeatherDay } from '@greenhouse/contract'
import { startOfDay } from '../../lib/dates.ts'
import { formatWeekday } from '../../lib/format.ts'
import { classes } from '../../lib/classes.ts'
import { holdsFrost, isWinter, percentOn, scaleOf, type Scale } from './scale.ts'
import { SkyIcon } from './sky-icon.tsx'
import { dayWords, wholeDegrees } from './weather-words.ts'

/** °C of the colours of a span. */
const [COLD, MILD, WARM] = [0, 12, 26]
const STEP = 2

interface TenDaysProps {
  days: readonly WeatherDay[]
  /** The unheated places, the coldest first. */
  places: readonly PlaceNight[]
  /** Of today, `2026-11-20`. */
  today: string
  celsius: boolean
}

/** Shows each day as a span on one scale, with the lowest that the coldest place is expected to reach. */
export function TenDays({ days, places, today, celsius }: TenDaysProps) {
  const values = days.flatMap(({ min, max }) => [min, max]).filter((value) => value !== null)
  if (values.length === 0) return undefined
  const coldest = places.find(({ offset }) => offset !== null)
  const lows = days.flatMap(({ min }) => (min === null || coldest === undefined ? [] : [min + (coldest.offset ?? 0)]))
  const scale = scaleOf([...values, ...lows], STEP, isWinter(today))
  return (
    <section aria-labelledby="days" className="rounded-card border border-line bg-surface shadow-panel">
      <header className="flex min-h-15 items-center justify-between gap-3 border-b border-line px-4 sm:px-6">
        <h2 id="days" className="text-lg">
          Ten days
        </h2>
        <span className="text-sm text-ink-soft">lowest, highest {celsius ? '°C' : '°F'}</span>
      </header>
      <ul className="relative divide-y divide-line px-4 sm:px-6">
        {holdsFrost(scale) && <FrostLine scale={scale} />}
        {days.map((day) => (
          <Day key={day.date} day={day} {...{ scale, coldest, today, celsius }} />
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-4 px-4 pt-1 pb-4 text-xs text-ink-soft sm:px-6">
        {holdsFrost(scale) && (
          <span className="inline-flex items-center gap-1.5">
            <span aria-hidden className="h-3 border-l-2 border-dotted border-humidity" />
            frost, {celsius ? '0 °C' : '32 °F'}
          </span>
        )}
        {coldest && (
          <span className="inline-flex items-center gap-1.5">
            <Ring />
            <span className="wrap-anywhere">
              <bdi>{coldest.name}</bdi>, expected lowest
            </span>
          </span>
        )}
      </p>
    </section>
  )
}

interface DayProps {
  day: WeatherDay
  scale: Scale
  coldest: PlaceNight | undefined
  today: string
  celsius: boolean
}

const COLUMNS = 'grid grid-cols-[4.25rem_1.5rem_2rem_minmax(0,1fr)_2rem] items-center gap-x-2'

function Day({ day, scale, coldest, today, celsius }: DayProps) {
  const { date, weatherCode, min, max } = day
  const isToday = date === today
  const low = min === null || !coldest ? undefined : min + (coldest.offset ?? 0)
  const words = dayWords(day, {
    celsius,
    coldest: coldest && low !== undefined ? { name: coldest.name, low } : undefined,
  })
  return (
    <li className={classes(COLUMNS, 'h-12')}>
      <span className="sr-only">{words}</span>
      <time aria-hidden dateTime={date} className={classes('text-sm whitespace-nowrap', isToday && 'font-semibold')}>
        {isToday ? 'Today' : shortDay(date)}
      </time>
      <SkyIcon code={weatherCode} className="size-4.5" />
      <span
        aria-hidden
        className={classes('text-end', min !== null && min <= 0 ? 'font-semibold text-humidity' : 'text-ink-soft')}
      >
        {wholeDegrees(min, celsius)}
      </span>
      <span aria-hidden className="relative h-2 rounded-pill bg-sunken">
        {min !== null && max !== null && <Span {...{ scale, min, max }} />}
        {low !== undefined && <Ring at={percentOn(scale, low)} />}
      </span>
      <span aria-hidden className="text-end font-semibold">
        {wholeDegrees(max, celsius)}
      </span>
    </li>
  )
}

/** Returns `Wed 17`. */
function shortDay(date: string): string {
  const [weekday = '', ...rest] = formatWeekday(startOfDay(date)).split(/,? /)
  return `${weekday} ${rest.find((part) => /^\d/.test(part)) ?? ''}`
}

/** Shows its part of the colours of the whole scale. */
function Span({ scale, min, max }: { scale: Scale; min: number; max: number }) {
  const [start, end] = [percentOn(scale, min), percentOn(scale, max)]
  const width = Math.max(end - start, 3)
  const stops = [COLD, MILD, WARM].map((value, index) => `${SPANS[index]} ${percentOn(scale, value)}%`)
  return (
    <span
      className="absolute inset-y-0 rounded-pill forced-color-adjust-none"
      style={{
        left: `${start}%`,
        width: `${width}%`,
        backgroundImage: `linear-gradient(to right, ${stops.join(', ')})`,
        backgroundSize: `${10_000 / width}% 100%`,
        backgroundPosition: `${width >= 100 ? 0 : (start / (100 - width)) * 100}% 0`,
      }}
    />
  )
}

const SPANS = ['var(--span-cold)', 'var(--span-mild)', 'var(--span-warm)'] as const

/** A place's expected lowest. `at`: percent of the scale. */
function Ring({ at }: { at?: number }) {
  return (
    <span
      aria-hidden
      className={classes(
        'size-2.5 rounded-pill border-2 border-ink bg-surface',
        at === undefined ? 'inline-block' : 'absolute top-1/2 -translate-1/2',
      )}
      style={at === undefined ? undefined : { left: `${at}%` }}
    />
  )
}

/** Crosses the rows where their spans have 0 °C. */
function FrostLine({ scale }: { scale: Scale }) {
  return (
    <li aria-hidden role="presentation" className={classes('absolute inset-x-4 inset-y-0 sm:inset-x-6', COLUMNS)}>
      <span className="relative col-start-4 h-full">
        <span
          className="absolute inset-y-0 border-l-2 border-dotted border-humidity"
          style={{ left: `${percentOn(scale, 0)}%` }}
        />
      </span>
    </li>
  )
}
