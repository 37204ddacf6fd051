import { HOUR_MS, MINUTE_MS } from '@greenhouse/contract'
import { formatDateTime } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import { SelectField } from '../../../ui/select-field.tsx'

const LENGTHS = [
  [2, 'for 2 h'],
  [8, 'for 8 h'],
  [24, 'for a day'],
  [7 * 24, 'for a week'],
] as const

export function MuteField({ until, onChange }: { until: string | null; onChange: (until: string | null) => void }) {
  const now = useNow(MINUTE_MS)
  const isMute = until !== null && Date.parse(until) > now
  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-2">
      <span>Mute</span>
      <SelectField
        label="Mute"
        hideLabel
        value={isMute ? 'until' : ''}
        onChange={(chosen) => {
          if (chosen === 'until') return
          onChange(chosen === '' ? null : new Date(Date.now() + Number(chosen) * HOUR_MS).toISOString())
        }}
        options={[
          { value: '', label: 'not now' },
          ...(isMute ? [{ value: 'until', label: `until ${formatDateTime(until)}` }] : []),
          ...LENGTHS.map(([hours, label]) => ({ value: String(hours), label })),
        ]}
        className="w-60"
      />
    </div>
  )
}
