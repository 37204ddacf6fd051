import { toFahrenheit, type WeatherHour } from '@greenhouse/contract'
import { useState } from 'react'
import { showOutdoor, showWhole } from '../../shared/weather/weather-values.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { formatTime } from '../../lib/format.ts'

const TABS = [
  { id: 'temp', label: 'Temperature', colour: 'temperature' },
  { id: 'rain', label: 'Rain %', colour: 'humidity' },
  { id: 'wind', label: 'Wind', colour: 'air-quality' },
] as const
type Tab = (typeof TABS)[number]['id']

export function HourTabs({ hours, celsius }: { hours: readonly WeatherHour[]; celsius: boolean }) {
  const [tab, setTab] = useState<Tab>('temp')
  return (
    <section aria-label="The next 24 hours" className="rounded-card border border-line bg-surface p-4 sm:p-6">
      <Tabs label="The next 24 hours" tabs={TABS} selected={tab} onSelect={setTab}>
        {hours.length === 0 ? (
          <EmptyState title="No hourly forecast">The weather service left them out this time.</EmptyState>
        ) : (
          <HourStrip hours={hours} {...stripOf(tab, celsius)} />
        )}
      </Tabs>
    </section>
  )
}

function stripOf(tab: Tab, celsius: boolean): Omit<HourStripProps, 'hours'> {
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
    show: ({ temperature }) => showOutdoor(temperature, celsius).text,
    colour: 'temperature',
    drawing: 'line',
  }
}

interface HourStripProps {
  /** Includes the unit: values have none. */
  label: string
  hours: readonly WeatherHour[]
  valueOf: (hour: WeatherHour) => number | null
  show: (hour: WeatherHour) => string
  /** A colour token without `--`. */
  colour: string
  /** A line, or a bar from zero for each value. */
  drawing: 'line' | 'bars'
}

/** Shows coming hours side by side; the drawing is hidden from screen readers. */
function HourStrip({ label, hours, valueOf, show, colour, drawing }: HourStripProps) {
  const heights = hourSpots(hours.map(valueOf), drawing === 'bars')
  return (
    <>
      <p className="pt-4 text-sm text-ink-soft">{label}</p>
      <section
        aria-label={label}
        // Focusable, so that the keyboard can scroll it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="overflow-x-auto rounded-control pt-2 pb-1 max-lg:mask-r-from-92% print:mask-none"
      >
        <div className="relative min-w-max max-lg:pe-8 print:min-w-0 print:pe-0" style={{ color: `var(--${colour})` }}>
          <ol className="relative grid auto-cols-[minmax(2.75rem,1fr)] grid-flow-col print:auto-cols-[minmax(0,1fr)]">
            {drawing === 'line' && <Line heights={heights} />}
            {hours.map((hour, index) => (
              <li key={hour.time} className="relative grid justify-items-center text-sm print:text-[0.6rem]">
                <Mark height={heights[index] ?? null} drawing={drawing}>
                  {show(hour)}
                </Mark>
                <time dateTime={hour.time} className="pt-1.5 text-xs text-ink-soft print:text-[0.5rem]">
                  {formatTime(hour.time)}
                </time>
              </li>
            ))}
          </ol>
        </div>
      </section>
    </>
  )
}

function Mark({ height, drawing, children }: { height: number | null; drawing: 'line' | 'bars'; children: string }) {
  const percent = `${height ?? 0}%`
  return (
    <span className="block h-28 w-full pt-7">
      <span className="relative block h-full w-full">
        {height !== null && (
          <span
            aria-hidden
            style={drawing === 'bars' ? { height: percent } : { bottom: percent }}
            className={
              drawing === 'bars'
                ? 'absolute inset-x-0 bottom-0 mx-auto w-5 rounded-t-small bg-current opacity-80 forced-color-adjust-none'
                : 'absolute inset-x-0 mx-auto size-1.5 translate-y-1/2 rounded-pill bg-current forced-color-adjust-none'
            }
          />
        )}
        <span
          className="absolute inset-x-0 pb-1.5 text-center font-medium whitespace-nowrap text-ink"
          style={{ bottom: percent }}
        >
          {children}
        </span>
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
      className="absolute inset-x-0 top-7 h-21 w-full overflow-visible"
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
