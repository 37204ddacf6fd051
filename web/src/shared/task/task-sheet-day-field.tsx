import { SelectField } from '../../ui/select-field.tsx'
import { monthName } from './task-words.ts'

interface DayOfYearFieldProps {
  label: string
  /** `03-01` */
  value: string
  onChange: (value: string) => void
}

/** Chooses a day of the year. February has 28 days, and its end is its last day in every year. */
export function DayOfYearField({ label, value, onChange }: DayOfYearFieldProps) {
  const [month, day] = [Number(value.slice(0, 2)), Number(value.slice(3))]
  const choose = (nextMonth: number, nextDay: number) => onChange(dayOfYear(nextMonth, nextDay))
  return (
    <fieldset className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-2">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <SelectField
        label={`${label}, day`}
        hideLabel
        value={String(day)}
        onChange={(chosen) => choose(month, Number(chosen))}
        options={numbers(Math.max(daysOf(month), day)).map((one) => ({ value: one, label: one }))}
      />
      <SelectField
        label={`${label}, month`}
        hideLabel
        value={String(month)}
        onChange={(chosen) => choose(Number(chosen), day)}
        options={numbers(12).map((one) => ({ value: one, label: monthName(Number(one)) }))}
      />
    </fieldset>
  )
}

function dayOfYear(month: number, day: number): string {
  return [month, Math.min(day, daysOf(month))].map((part) => String(part).padStart(2, '0')).join('-')
}

function daysOf(month: number): number {
  return new Date(Date.UTC(2027, month, 0)).getUTCDate()
}

function numbers(most: number): string[] {
  return Array.from({ length: most }, (_, index) => String(index + 1))
}
