import { metricById, metrics, plantRange, type Metric, type PlantRange } from '@greenhouse/contract'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { failureMessage } from '../../lib/failure-message.ts'
import { readTypedNumber, writeTypedNumber } from '../../lib/typed-number.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface TypedRange {
  readonly metric: string
  readonly low: string
  readonly high: string
}

interface RangesFormProps {
  ranges: readonly PlantRange[]
  onSave: (ranges: PlantRange[]) => Promise<unknown>
}

/** The ranges that a plant wants, in the units that are stored: °C, %, kPa. */
export function RangesForm({ ranges, onSave }: RangesFormProps) {
  const [rows, setRows] = useState<readonly TypedRange[]>(() => ranges.map(typedRange))
  const [failure, setFailure] = useState<string>()
  const free = metrics.filter(({ id }) => !rows.some(({ metric }) => metric === id))
  const next = free.find(({ id }) => id === 'soilMoisture') ?? free[0]

  async function save() {
    const read = rows.map(readRange)
    const wrong = read.find((one) => typeof one === 'string')
    setFailure(wrong)
    if (wrong !== undefined) return
    try {
      await onSave(read.filter((one) => typeof one !== 'string'))
    } catch (error) {
      setFailure(failureMessage(error))
    }
  }

  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-medium">Ideal ranges</legend>
      {rows.map((row, index) => (
        <RangeRow
          key={row.metric}
          row={row}
          metrics={metrics.filter(({ id }) => id === row.metric || free.some((one) => one.id === id))}
          onChange={(change) => setRows(rows.map((one, at) => (at === index ? { ...one, ...change } : one)))}
          onRemove={() => setRows(rows.filter((_, at) => at !== index))}
        />
      ))}
      {failure !== undefined && (
        <p role="alert" className="text-sm text-danger">
          {failure}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {next && (
          <Button dense onClick={() => setRows([...rows, { metric: next.id, low: '', high: '' }])}>
            <Plus aria-hidden className="size-4" />
            Add a range
          </Button>
        )}
        <Button dense variant="leaf" onClick={() => void save()}>
          Save ranges
        </Button>
      </div>
    </fieldset>
  )
}

interface RangeRowProps {
  row: TypedRange
  /** Quantities that no other row has. */
  metrics: readonly Metric[]
  onChange: (change: Partial<TypedRange>) => void
  onRemove: () => void
}

function RangeRow({ row, metrics: choices, onChange, onRemove }: RangeRowProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2">
      <SelectField
        label="Quantity"
        value={row.metric}
        onChange={(metric) => onChange({ metric })}
        options={choices.map(({ id, label, unit }) => ({
          value: id,
          label: unit === '' ? label : `${label}, ${unit}`,
        }))}
      />
      <IconButton label={`Remove the range of ${metricById(row.metric).label}`} onClick={onRemove}>
        <X aria-hidden className="size-4.5" />
      </IconButton>
      <div className="col-span-2 grid grid-cols-2 gap-2">
        <TextField label="From" inputMode="decimal" value={row.low} onChange={(low) => onChange({ low })} />
        <TextField label="To" inputMode="decimal" value={row.high} onChange={(high) => onChange({ high })} />
      </div>
    </div>
  )
}

function typedRange({ metric, low, high }: PlantRange): TypedRange {
  const typed = (value: number | null) => (value === null ? '' : writeTypedNumber(value))
  return { metric, low: typed(low), high: typed(high) }
}

/** Returns a range, or why it is none. */
function readRange({ metric, low, high }: TypedRange): PlantRange | string {
  const read = (text: string) => (text.trim() === '' ? null : readTypedNumber(text))
  const result = plantRange.safeParse({ metric, low: read(low), high: read(high) })
  if (result.success) return result.data
  const isNumber = (text: string) => text.trim() === '' || !Number.isNaN(readTypedNumber(text))
  if (!isNumber(low) || !isNumber(high)) return `${metricById(metric).label}: enter numbers`
  return `${metricById(metric).label}: ${result.error.issues[0]?.message ?? 'not a range'}`
}
