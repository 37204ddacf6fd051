import { waitTimeUnits } from '@greenhouse/contract'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { TypedInterval } from './reporting-interval.ts'

interface IntervalFieldsProps {
  value: TypedInterval
  onChange: (value: TypedInterval) => void
  error?: string | undefined
}

export function IntervalFields({ value, onChange, error }: IntervalFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <TextField
        label="Report every"
        name="waitTime"
        inputMode="numeric"
        autoComplete="off"
        value={value.amount}
        onChange={(amount) => onChange({ ...value, amount })}
        error={error}
      />
      <SelectField
        label="Unit"
        value={value.unit}
        onChange={(unit) => onChange({ ...value, unit })}
        options={waitTimeUnits.map(({ name }) => ({ value: name, label: `${name}s` }))}
      />
    </div>
  )
}
