import type { WeatherHour } from '@greenhouse/contract'
import { formatTime } from '../../lib/format.ts'

export interface HourStripProps {
  label: string
  hours: readonly WeatherHour[]
  /** The number of an hour that its bar shows; null where the service said nothing. */
  valueOf: (hour: WeatherHour) => number | null
  show: (hour: WeatherHour) => string
  /** A colour token without `--`. */
  colour: string
  /** Bars begin at zero, as a chance of rain does, instead of at the lowest value. */
  fromZero?: boolean
}

/** The next hours side by side: a bar for the eye, the time and the value in words. Scrolls where there is no room. */
export function HourStrip({ label, hours, valueOf, show, colour, fromZero = false }: HourStripProps) {
  const values = hours.map(valueOf).filter((value) => value !== null)
  const low = fromZero ? 0 : Math.min(...values) - 1
  const high = Math.max(...values, low + 1)
  const part = (value: number | null) => (value === null ? 0 : Math.max(((value - low) / (high - low)) * 100, 2))
  return (
    // Focusable, so that the keyboard can scroll it.
    <section
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="overflow-x-auto rounded-control pt-5 pb-1"
    >
      <ol className="grid min-w-max auto-cols-[minmax(3.25rem,1fr)] grid-flow-col">
        {hours.map((hour) => (
          <li key={hour.time} className="grid justify-items-center gap-1.5 text-sm">
            <span className="font-medium whitespace-nowrap">{show(hour)}</span>
            <span aria-hidden className="flex h-24 items-end">
              <span
                className="w-5 rounded-t-small opacity-80"
                style={{ height: `${part(valueOf(hour))}%`, background: `var(--${colour})` }}
              />
            </span>
            <time dateTime={hour.time} className="text-xs text-ink-soft">
              {formatTime(hour.time)}
            </time>
          </li>
        ))}
      </ol>
    </section>
  )
}
