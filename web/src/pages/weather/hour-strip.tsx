import type { WeatherHour } from '@greenhouse/contract'
import { formatTime } from '../../lib/format.ts'
import { hourSpots, lineRuns } from './hour-spots.ts'

export interface HourStripProps {
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
export function HourStrip({ label, hours, valueOf, show, colour, drawing }: HourStripProps) {
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
