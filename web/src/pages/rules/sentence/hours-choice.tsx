import { DAY_MS, MINUTE_MS, nightsBetween, type Coordinates } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { deviceList } from '../../../shared/device/device-queries.ts'
import { usePosition } from '../../../shared/place/use-position.ts'
import { startOfDay, toCalendarDate } from '../../../lib/dates.ts'
import { formatTime } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import { TimeField } from '../../../ui/time-field.tsx'
import type { WhenChoice } from '../rule-draft.ts'
import type { RulePartProps } from '../rule-form.ts'
import { ChoiceList } from './sentence-part.tsx'

const CHOICES: ReadonlyArray<{ id: WhenChoice; label: string }> = [
  { id: 'always', label: 'Always' },
  { id: 'day', label: 'By day' },
  { id: 'night', label: 'By night' },
  { id: 'between', label: 'Between two times' },
]

export function HoursChoice({ draft, change, field, reader }: Omit<RulePartProps, 'errors'>) {
  const known = typeof reader.before?.when === 'object' ? reader.before.when.timeZone : reader.timeZone
  const [from, to] = [field('from'), field('to')]
  return (
    <>
      <ChoiceList label="Active" choices={CHOICES} chosen={draft.when} onChoose={(when) => change('when', when)} />
      {(draft.when === 'day' || draft.when === 'night') && (
        <SunHint deviceId={draft.deviceId} isNight={draft.when === 'night'} />
      )}
      {draft.when === 'between' && (
        <>
          <div className="flex flex-wrap items-start gap-3">
            <TimeField label="From" {...from} onInvalid={from.onChange} className="w-36" />
            <TimeField label="To" {...to} onInvalid={to.onChange} className="w-36" />
          </div>
          <p className="text-sm text-ink-soft">
            {draft.from > draft.to && 'Over midnight. '}Times of {known.replaceAll('_', ' ')}.
          </p>
        </>
      )}
    </>
  )
}

function SunHint({ deviceId, isNight }: { deviceId: string; isNight: boolean }) {
  const { data: devices } = useQuery(deviceList)
  const { at, isOwn } = usePosition(devices?.find((one) => one.deviceId === deviceId)?.placeId)
  const now = useNow(MINUTE_MS)
  const today = at && sunToday(at, now)
  const [first, last] = isNight ? ['sunset', 'sunrise'] : ['sunrise', 'sunset']
  const times = today && (isNight ? [today.sunset, today.sunrise] : [today.sunrise, today.sunset])
  return (
    <p className="text-sm text-ink-soft">
      From {first} to {last} at the place of {isOwn ? 'the device' : 'your weather'}
      {times?.[0] !== undefined &&
        times[1] !== undefined &&
        `, today ${formatTime(times[0])} to ${formatTime(times[1])}`}
      .
    </p>
  )
}

interface Sun {
  /** Milliseconds since 1970; undefined on polar days and nights. */
  readonly sunrise: number | undefined
  readonly sunset: number | undefined
}

function sunToday(place: Coordinates, now: number): Sun {
  const from = startOfDay(toCalendarDate(now)).getTime()
  const to = from + DAY_MS
  const isToday = (at: number) => at > from && at < to
  const nights = nightsBetween({ from, to }, place)
  return {
    sunrise: nights.map((night) => night.to).find(isToday),
    sunset: nights.map((night) => night.from).findLast(isToday),
  }
}
