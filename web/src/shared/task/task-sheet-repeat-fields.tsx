import type { Repeat, RepeatUnit } from '@greenhouse/contract'
import { CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { classes } from '../../lib/classes.ts'
import { DateField } from '../../ui/date-field.tsx'
import { Segments } from '../../ui/segments.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import type { Form } from '../../ui/use-form.ts'
import { DayOfYearField } from './task-sheet-day-field.tsx'
import type { TypedTask } from './task-sheet-values.ts'
import { weekdayName } from './task-words.ts'

/** Chooses when a task comes up, by fields that depend on the kind of repeat. */
export function RepeatFields({ form }: { form: Form<TypedTask> }) {
  const { repeat, yearDay, weekdays } = form.values
  return (
    <div className="grid gap-2">
      <SelectField label="Repeat" value={repeat} onChange={(chosen) => form.set('repeat', chosen)} options={REPEATS} />
      {repeat === 'once' && <DateField label="Date" hideLabel {...form.field('startsOn')} />}
      {repeat === 'after' && <EveryFields form={form} />}
      {repeat === 'weekly' && (
        <Weekdays chosen={weekdays} error={form.errors['weekdays']} onChange={(days) => form.set('weekdays', days)} />
      )}
      {repeat === 'monthly' && (
        <TextField label="Day of the month" inputMode="numeric" autoComplete="off" {...form.field('monthDay')} />
      )}
      {repeat === 'yearly' && (
        <DayOfYearField label="Day of the year" value={yearDay} onChange={(day) => form.set('yearDay', day)} />
      )}
    </div>
  )
}

const REPEATS: ReadonlyArray<{ value: Repeat; label: string }> = [
  { value: 'once', label: 'Once on' },
  { value: 'after', label: 'Every … after it was done' },
  { value: 'weekly', label: 'On weekdays' },
  { value: 'monthly', label: 'On day … of the month' },
  { value: 'yearly', label: 'Every year on' },
]

const UNITS: ReadonlyArray<{ id: RepeatUnit; label: string }> = [
  { id: 'day', label: 'days' },
  { id: 'week', label: 'weeks' },
  { id: 'month', label: 'months' },
  { id: 'year', label: 'years' },
]

function EveryFields({ form }: { form: Form<TypedTask> }) {
  return (
    <div className="grid items-start gap-2 sm:grid-cols-[6rem_minmax(0,1fr)]">
      <TextField label="Every" hideLabel inputMode="numeric" autoComplete="off" {...form.field('every')} />
      <Segments
        legend="Unit of the interval"
        choices={UNITS}
        chosen={form.values.unit}
        onChoose={(unit) => form.set('unit', unit)}
        className="*:min-h-11 sm:*:min-h-9"
      />
    </div>
  )
}

interface WeekdaysProps {
  chosen: readonly number[]
  error: string | undefined
  onChange: (chosen: readonly number[]) => void
}

function Weekdays({ chosen, error, onChange }: WeekdaysProps) {
  const id = useId()
  const toggle = (day: number) =>
    onChange(
      chosen.includes(day)
        ? chosen.filter((one) => one !== day)
        : [...chosen, day].toSorted((one, other) => one - other),
    )
  return (
    <fieldset aria-describedby={error === undefined ? undefined : id}>
      <legend className="sr-only">Weekdays</legend>
      <div className="flex flex-wrap gap-1.5">
        {[1, 2, 3, 4, 5, 6, 7].map((day) => (
          <button
            key={day}
            type="button"
            // Receives the focus when no day is chosen.
            name="weekdays"
            aria-label={weekdayName(day)}
            aria-pressed={chosen.includes(day)}
            onClick={() => toggle(day)}
            className={classes(
              'min-h-11 min-w-11 grow rounded-control border px-1 text-sm forced-colors:aria-pressed:border-3',
              chosen.includes(day) ? 'border-leaf bg-leaf font-semibold text-on-leaf' : 'border-line-strong bg-surface',
            )}
          >
            {weekdayName(day).slice(0, 3)}
          </button>
        ))}
      </div>
      {error !== undefined && (
        <p id={id} className="mt-1.5 flex items-start gap-1.5 text-sm text-danger">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </fieldset>
  )
}
