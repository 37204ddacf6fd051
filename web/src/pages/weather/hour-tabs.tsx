import {
  DAY_MS,
  nightsBetween,
  toFahrenheit,
  type Coordinates,
  type Night,
  type WeatherHour,
} from '@greenhouse/contract'
import { useState, type ReactNode } from 'react'
import { showWhole } from '../../shared/weather/weather-values.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { formatTime, withUnit } from '../../lib/format.ts'
import { classes } from '../../lib/classes.ts'
import { SkyIcon } from './sky-icon.tsx'
import { skyWords, wholeDegrees } from './weather-words.ts'

const TABS = [
  { id: 'temp', label: 'Temperature', colour: 'temperature' },
  { id: 'rain', label: 'Rain %', colour: 'humidity' },
  { id: 'wind', label: 'Wind', colour: 'air-quality' },
] as const
type Tab = (typeof TABS)[number]['id']

/** Beside the headline where there is room. */
const TABS_AT_RIGHT =
  'sm:[&_[role=tablist]]:min-h-15 sm:[&_[role=tablist]]:items-end sm:[&_[role=tablist]]:justify-end sm:[&_[role=tablist]]:px-4 ' +
  // Paper has no other tabs.
  'print:[&_[aria-selected=false]]:hidden'

interface HourTabsProps {
  hours: readonly WeatherHour[]
  place: Coordinates
  celsius: boolean
}

export function HourTabs({ hours, place, celsius }: HourTabsProps) {
  const [tab, setTab] = useState<Tab>('temp')
  const first = Date.parse(hours[0]?.time ?? '')
  const nights = hours.length === 0 ? [] : nightsBetween({ from: first, to: first + DAY_MS }, place)
  return (
    <section aria-labelledby="hours" className="relative rounded-card border border-line bg-surface shadow-panel">
      <h2 id="hours" className="px-4 pt-4 text-lg sm:pointer-events-none sm:absolute sm:px-6 sm:pt-4.5">
        Next 24 hours
      </h2>
      <Tabs label="Next 24 hours" tabs={TABS} selected={tab} onSelect={setTab} className={TABS_AT_RIGHT}>
        {hours.length === 0 ? (
          <EmptyState title="No hourly forecast">The weather service left them out this time.</EmptyState>
        ) : (
          <HourStrip hours={hours} nights={nights} {...stripOf(tab, celsius)} />
        )}
      </Tabs>
    </section>
  )
}

function stripOf(tab: Tab, celsius: boolean): Omit<HourStripProps, 'hours' | 'nights'> {
  if (tab === 'rain') {
    return {
      label: 'Chance of rain, %',
      valueOf: ({ rainChance }) => rainChance,
      show: ({ rainChance }) => showWhole(rainChance, '%').text,
      colour: 'humidity',
      drawing: 'bars',
    }
  }
  if (tab === 'wind') {
    return {
      label: 'Wind, metres per second',
      valueOf: ({ wind }) => wind,
      show: ({ wind }) => showWhole(wind, 'm/s').text,
      colour: 'air-quality',
      drawing: 'bars',
    }
  }
  return {
    label: `Temperature, ${celsius ? '°C' : '°F'}`,
    valueOf: ({ temperature }) => (temperature === null || celsius ? temperature : toFahrenheit(temperature)),
    show: ({ temperature }) => wholeDegrees(temperature, celsius),
    colour: 'temperature',
    drawing: 'line',
  }
}

interface HourStripProps {
  /** Includes the unit: values have none. */
  label: string
  hours: readonly WeatherHour[]
  nights: readonly Night[]
  valueOf: (hour: WeatherHour) => number | null
  show: (hour: WeatherHour) => string
  /** A colour token without `--`. */
  colour: string
  /** A line with the chance of rain below it, or a bar from zero for each value. */
  drawing: 'line' | 'bars'
}

/** On a line, each third value and the lowest are written. */
const WRITTEN_EVERY = 3
/** % from which a chance of rain is written. */
const RAIN_WRITTEN_FROM = 25

/** Shows coming hours side by side; the drawing is hidden from screen readers. */
function HourStrip({ label, hours, nights, valueOf, show, colour, drawing }: HourStripProps) {
  const values = hours.map(valueOf)
  const heights = hourSpots(values, drawing === 'bars')
  const lowest = values.indexOf(Math.min(...values.filter((value) => value !== null)))
  const isWritten = (index: number) => drawing === 'bars' || index % WRITTEN_EVERY === 0 || index === lowest
  return (
    <section
      aria-label={label}
      // Focusable, so that the keyboard can scroll it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="snap-x overflow-x-auto rounded-b-card px-4 pt-3 pb-3 -outline-offset-2! max-lg:mask-[linear-gradient(90deg,#000_92%,transparent)] sm:px-5 print:mask-none"
    >
      <div className="relative min-w-max max-lg:pe-8 print:min-w-0 print:pe-0" style={{ color: `var(--${colour})` }}>
        <ol className="relative grid auto-cols-[minmax(2.75rem,1fr)] grid-flow-col lg:auto-cols-[minmax(0,1fr)] print:auto-cols-[minmax(0,1fr)]">
          {hours.map((hour, index) => (
            <Hour
              key={hour.time}
              hour={hour}
              isFirst={index === 0}
              isNight={isIn(nights, Date.parse(hour.time))}
              words={show(hour)}
            >
              <Mark height={heights[index] ?? null} drawing={drawing} isWritten={isWritten(index)}>
                {show(hour)}
              </Mark>
              {drawing === 'line' && <Rain chance={hour.rainChance} />}
            </Hour>
          ))}
          {drawing === 'line' && <Line heights={heights} />}
        </ol>
      </div>
    </section>
  )
}

function isIn(nights: readonly Night[], instant: number): boolean {
  return nights.some(({ from, to }) => instant >= from && instant < to)
}

interface HourProps {
  hour: WeatherHour
  isFirst: boolean
  isNight: boolean
  words: string
  children: ReactNode
}

function Hour({ hour: { time, weatherCode }, isFirst, isNight, words, children }: HourProps) {
  return (
    <li
      className={classes(
        'relative grid snap-start content-start justify-items-center text-sm print:text-[0.6rem]',
        isNight && 'bg-(--night)',
      )}
    >
      <span className="sr-only">
        {words}, {skyWords(weatherCode, isNight)}
      </span>
      <time
        dateTime={time}
        className={classes('py-1 text-xs print:text-[0.5rem]', isFirst ? 'font-semibold text-ink' : 'text-ink-soft')}
      >
        {isFirst ? 'Now' : formatTime(time).replace(/[.:]00/, '')}
      </time>
      <SkyIcon code={weatherCode} isNight={isNight} className="size-4.5" />
      {children}
    </li>
  )
}

interface MarkProps {
  height: number | null
  drawing: 'line' | 'bars'
  isWritten: boolean
  children: string
}

function Mark({ height, drawing, isWritten, children }: MarkProps) {
  const percent = `${height ?? 0}%`
  const isBar = drawing === 'bars'
  return (
    <span aria-hidden className="block h-28 w-full pt-7">
      <span className="relative block h-full w-full">
        {height !== null && (isBar || isWritten) && (
          <span
            style={isBar ? { height: percent } : { bottom: percent }}
            className={
              isBar
                ? 'absolute inset-x-0 bottom-0 mx-auto w-5 rounded-t-small bg-current opacity-80 forced-color-adjust-none'
                : 'absolute inset-x-0 mx-auto size-1.5 translate-y-1/2 rounded-pill bg-current forced-color-adjust-none'
            }
          />
        )}
        {isWritten && (
          <span
            className="absolute inset-x-0 pb-1.5 text-center font-medium whitespace-nowrap text-ink"
            style={{ bottom: percent }}
          >
            {children}
          </span>
        )}
      </span>
    </span>
  )
}

/** The chance of rain of an hour as a bar from the bottom. */
function Rain({ chance }: { chance: number | null }) {
  return (
    <span aria-hidden className="grid h-14 w-full content-end justify-items-center text-humidity">
      <span
        className="w-2 rounded-t-small bg-current opacity-70 forced-color-adjust-none"
        style={{ height: `${((chance ?? 0) / 100) * 1.75}rem` }}
      />
      <span className="h-5 text-xs leading-5 font-semibold whitespace-nowrap">
        {chance !== null && chance >= RAIN_WRITTEN_FROM ? withUnit(showWhole(chance, '').text, '%') : ''}
      </span>
    </span>
  )
}

/** Breaks where an hour has no value. */
function Line({ heights }: { heights: ReadonlyArray<number | null> }) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-x-0 top-[4.5rem] h-21 w-full overflow-visible"
    >
      {lineRuns(heights).map((points) => (
        <polyline
          key={points}
          points={points}
          vectorEffect="non-scaling-stroke"
          strokeLinejoin="round"
          className="fill-none stroke-current stroke-2"
        />
      ))}
    </svg>
  )
}

/** Minimum height of the scale, so that a calm day looks calm. */
const SPAN_MIN = 4

/** Returns heights in percent. `isFromZero` is for bars; otherwise the bottom is the lowest value. */
export function hourSpots(values: ReadonlyArray<number | null>, isFromZero: boolean): ReadonlyArray<number | null> {
  const known = values.filter((value) => value !== null)
  const [lowest, highest] = [Math.min(...known), Math.max(...known)]
  const spare = isFromZero ? 0 : Math.max(SPAN_MIN - (highest - lowest), 0) / 2
  const low = isFromZero ? 0 : lowest - spare
  const high = isFromZero ? Math.max(highest, 1) : highest + spare
  return values.map((value) => (value === null ? null : ((value - low) / (high - low)) * 100))
}

/** Returns the points of lines for an SVG of 100 by 100 with a column for each height; null breaks a line. */
export function lineRuns(heights: ReadonlyArray<number | null>): string[] {
  const runs: string[][] = [[]]
  for (const [index, height] of heights.entries()) {
    const x = ((index + 0.5) / heights.length) * 100
    if (height === null) runs.push([])
    else runs.at(-1)?.push(`${x.toFixed(2)},${(100 - height).toFixed(2)}`)
  }
  return runs.filter((run) => run.length > 1).map((run) => run.join(' '))
}
