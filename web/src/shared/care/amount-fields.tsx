import { amountUnits, type AmountUnit } from '@greenhouse/contract'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField, type TextFieldProps } from '../../ui/text-field.tsx'

interface AmountFieldsProps extends Pick<TextFieldProps, 'value' | 'error' | 'onChange' | 'onBlur' | 'name'> {
  unit: AmountUnit | ''
  onUnit: (unit: AmountUnit | '') => void
}

/** The fields of an optional amount. */
export function AmountFields({ unit, onUnit, ...field }: AmountFieldsProps) {
  return (
    <div className="grid grid-cols-2 gap-3">
      <TextField {...field} label="Amount" inputMode="decimal" autoComplete="off" placeholder="none" />
      <SelectField label="Unit" value={unit} onChange={onUnit} options={UNITS} />
    </div>
  )
}

const UNITS: ReadonlyArray<{ value: AmountUnit | ''; label: string }> = [
  { value: '', label: 'No unit' },
  ...amountUnits.map((unit) => ({ value: unit, label: unit })),
]
