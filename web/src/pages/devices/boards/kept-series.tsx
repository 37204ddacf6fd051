import { SERIES_LABEL_MAX, type Board } from '@greenhouse/contract'
import type { FieldErrors } from '../../../lib/field-errors.ts'
import { MetricIcon } from '../../../shared/metric/metric-icon.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { measureLabel, measureValue } from '../../../shared/board/board-words.ts'
import type { TypedClaim } from './claim-input.ts'

type Kept = TypedClaim['series'][number]

interface KeptSeriesProps {
  measures: Board['measures']
  /** In the order of `measures`. */
  kept: readonly Kept[]
  onChange: (kept: readonly Kept[]) => void
  /** By `series.0.label`. */
  errors: FieldErrors
  celsius: boolean
}

export function KeptSeries({ measures, kept, onChange, errors, celsius }: KeptSeriesProps) {
  const change = (index: number, part: Partial<Kept>) =>
    onChange(kept.map((one, place) => (place === index ? { ...one, ...part } : one)))
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 flex w-full items-center justify-between gap-3 text-sm">
        <span className="font-medium">What to keep</span>
        <span className="text-ink-soft">
          {kept.filter(({ visible }) => visible).length} of {kept.length}
        </span>
      </legend>
      <ul className="divide-y divide-line rounded-card border border-line">
        {measures.map((measure, index) => (
          <KeptRow
            key={`${measure.metric} ${measure.channel}`}
            measure={measure}
            celsius={celsius}
            kept={kept[index]}
            error={errors[`series.${index}.label`]}
            onChange={(part) => change(index, part)}
          />
        ))}
      </ul>
      <p className="mt-2 text-sm text-ink-soft">
        A label says where a probe is. What is not kept is stored and hidden. All of this can be changed later.
      </p>
    </fieldset>
  )
}

interface KeptRowProps {
  measure: Board['measures'][number]
  kept: Kept | undefined
  error: string | undefined
  celsius: boolean
  onChange: (part: Partial<Kept>) => void
}

function KeptRow({ measure, kept, error, celsius, onChange }: KeptRowProps) {
  const label = measureLabel(measure)
  return (
    <li className="flex items-center gap-3 px-3 py-1.5">
      <label className="flex min-h-11 min-w-0 grow items-center gap-2.5">
        <input
          type="checkbox"
          checked={kept?.visible === true}
          onChange={({ target }) => onChange({ visible: target.checked })}
          className="size-5 shrink-0 accent-leaf"
        />
        <MetricIcon metric={measure.metric} />
        <span className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-2">
          <bdi className="min-w-0 break-words">{label}</bdi>
          <b className="font-semibold">{measureValue(measure, celsius)}</b>
        </span>
      </label>
      <TextField
        label={`Label of ${label}`}
        hideLabel
        autoComplete="off"
        placeholder="Label"
        maxLength={SERIES_LABEL_MAX}
        value={kept?.label ?? ''}
        onChange={(text) => onChange({ label: text })}
        error={error}
        className="w-28 shrink-0 sm:w-56"
      />
    </li>
  )
}
