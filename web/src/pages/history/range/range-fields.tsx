import { useState } from 'react'
import type { RangeChange } from './move-range.ts'
import { dateFault, shownRange, type HistoryView } from '../view/history-view.ts'
import { toCalendarDate } from '../../../lib/dates.ts'
import { DateField } from '../../../ui/date-field.tsx'

/** Overlays errors below the fields to avoid a layout shift. */
const FAULT_BELOW = 'relative min-[22.5rem]:*:[p]:absolute *:[p]:top-full *:[p]:pt-1 *:[p]:whitespace-nowrap'

const DATES = [
  { name: 'from', label: 'From', faultAt: '*:[p]:start-0' },
  { name: 'to', label: 'To', faultAt: 'sm:*:[p]:start-0 max-sm:*:[p]:end-0' },
] as const

interface RangeFieldsProps {
  view: HistoryView
  now: number
  onDates: (change: RangeChange) => void
}

/** Invalid dates stay in the fields with an error and change nothing. */
export function RangeFields({ view, now, onDates }: RangeFieldsProps) {
  const [typed, setTyped] = useState<{ from: string; to: string; changed: 'from' | 'to' }>()
  const { from, to } = typed ?? datesOf(view, now)
  const faults = typed ? dateFault(from, to, typed.changed) : {}

  function type(changed: 'from' | 'to', value: string) {
    const next = { from, to, [changed]: value }
    const fine = Object.keys(dateFault(next.from, next.to, changed)).length === 0
    setTyped(fine ? undefined : { ...next, changed })
    if (fine) onDates({ ...next, preset: undefined, end: undefined, zoom: undefined })
  }

  return (
    <div className="mt-3 mb-6 grid items-start gap-3 min-[22.5rem]:grid-cols-2 sm:w-80 print:hidden">
      {DATES.map(({ name, label, faultAt }) => (
        <DateField
          key={name}
          label={label}
          value={{ from, to }[name]}
          onChange={(value) => type(name, value)}
          error={faults[name]}
          className={`${FAULT_BELOW} ${faultAt}`}
        />
      ))}
    </div>
  )
}

function datesOf(view: HistoryView, now: number): { from: string; to: string } {
  if (view.preset === undefined && view.since === undefined) return view
  const { from, to } = shownRange(view, now)
  return { from: toCalendarDate(from), to: toCalendarDate(Math.min(Date.parse(to), now)) }
}
