import type { QuietHours } from '@greenhouse/contract'
import { OctagonAlert, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { formatTime } from '../../lib/format.ts'
import { failureMessage } from '../../lib/failure-message.ts'
import { browserTimeZone } from '../../lib/time-zone.ts'
import { useNow } from '../../lib/use-now.ts'
import { TimeField } from '../../ui/time-field.tsx'
import { toast } from '../../ui/toast.ts'
import { Toggle } from '../../ui/toggle.tsx'
import { useSetQuietHours } from './channel-mutations.ts'

const BY_DEFAULT = { from: '22:00', to: '06:30' }

export function QuietHoursPanel({ saved }: { saved: QuietHours | null }) {
  const { mutateAsync: save } = useSetQuietHours()
  const [typed, setTyped] = useState(() => ({ from: saved?.from ?? BY_DEFAULT.from, to: saved?.to ?? BY_DEFAULT.to }))
  const [error, setError] = useState<string>()
  const zone = browserTimeZone()

  async function store(hours: QuietHours | null) {
    setError(undefined)
    if (hours && hours.from === hours.to) return setError('The two times must differ.')
    try {
      await save(hours)
    } catch (failure) {
      toast.error(failureMessage(failure))
    }
  }

  function change(part: 'from' | 'to', time: string) {
    const hours = { ...typed, [part]: time }
    setTyped(hours)
    if (saved) void store({ ...hours, timeZone: zone })
  }

  return (
    <div className="grid gap-4">
      <Toggle
        label="Quiet at night"
        checked={saved !== null}
        onChange={(isOn) => void store(isOn ? { ...typed, timeZone: zone } : null)}
      />
      <div className="grid grid-cols-2 gap-3">
        <TimeField label="From" error={error} value={typed.from} onChange={(time) => change('from', time)} />
        <TimeField label="To" value={typed.to} onChange={(time) => change('to', time)} />
      </div>
      <DayBar hours={typed} isOn={saved !== null} />
      {saved && saved.timeZone !== zone && (
        <p className="text-sm text-ink-soft">These are times in {saved.timeZone.replaceAll('_', ' ')}.</p>
      )}
      <Effects />
    </div>
  )
}

function Effects() {
  return (
    <ul className="grid gap-2 text-sm text-ink-soft">
      <li className="flex items-start gap-2">
        <OctagonAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        Critical comes through at once.
      </li>
      <li className="flex items-start gap-2">
        <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
        Everything else waits and comes when they end, with when it happened.
      </li>
    </ul>
  )
}

function DayBar({ hours, isOn }: { hours: { from: string; to: string }; isOn: boolean }) {
  const now = new Date(useNow(30_000))
  const percent = ((now.getHours() * 60 + now.getMinutes()) / 1440) * 100
  return (
    <div aria-hidden className="grid gap-1">
      <div className="relative h-5 overflow-hidden rounded-small bg-sunken">
        {isOn &&
          quietSpans(hours).map(({ start, length }) => (
            <span
              key={start}
              className="absolute inset-y-0 bg-humidity forced-colors:bg-[Highlight]"
              style={{ insetInlineStart: `${start}%`, width: `${length}%` }}
            />
          ))}
        <span className="absolute inset-y-0 w-0.5 bg-ink" style={{ insetInlineStart: `${percent}%` }} />
      </div>
      <div className="flex justify-between text-xs text-ink-soft">
        {[0, 6, 12, 18, 24].map((hour) => (
          <span key={hour}>
            {hour === 24
              ? formatTime(new Date(2026, 0, 1, 0)).replace(/^00/, '24')
              : formatTime(new Date(2026, 0, 1, hour))}
          </span>
        ))}
      </div>
    </div>
  )
}

const DAY_MINUTES = 1440

/** Returns the time span in percent of a day; two parts if it includes midnight. */
export function quietSpans({ from, to }: { readonly from: string; readonly to: string }) {
  const [start, end] = [minutesOf(from), minutesOf(to)]
  if (start === undefined || end === undefined || start === end) return []
  const span = (first: number, last: number) => ({
    start: (first / DAY_MINUTES) * 100,
    length: ((last - first) / DAY_MINUTES) * 100,
  })
  return start < end ? [span(start, end)] : [span(0, end), span(start, DAY_MINUTES)]
}

function minutesOf(time: string): number | undefined {
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(time) ?? []
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes)
}
