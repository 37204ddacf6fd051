import { plantInput, WATER_EVERY_DEFAULT_DAYS, type Plant, type PlantInput } from '@greenhouse/contract'
import { useState } from 'react'
import { startOfDay, toCalendarDate } from '../../lib/dates.ts'
import { DateField } from '../../ui/date-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useForm } from '../../ui/use-form.ts'

export interface PlantFormProps {
  /** Ties the button of the dialog to the form. */
  id: string
  /** The plant to change; a new one when it is left out. */
  plant: Plant | undefined
  onSave: (input: PlantInput) => Promise<void>
}

const RHYTHM_MESSAGE = 'Water every must be at least 1 day'

/** The fields of a plant. A rhythm that is left empty means none; dates are days where the browser is. */
export function PlantForm({ id, plant, onSave }: PlantFormProps) {
  const [initial] = useState(() => begin(plant))
  const form = useForm(plantInput, { initial, onSubmit: onSave })
  const { planted, waterEvery } = form.values
  return (
    <form id={id} noValidate onSubmit={form.submit} className="grid gap-4">
      <TextField label="Name" autoComplete="off" {...form.field('plantName')} />
      <TextField
        label="Type"
        autoComplete="off"
        hint="Such as herb, tomato, houseplant, succulent, citrus, orchid."
        {...form.field('plantType')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField
          label="Planted"
          name="planted"
          value={planted === null ? '' : shownDate(planted)}
          onChange={(text) => form.set('planted', text === '' ? null : toInstant(text))}
          error={form.errors['planted'] === undefined ? undefined : 'Not a valid date'}
        />
        <TextField
          label="Water every, days"
          name="waterEvery"
          inputMode="numeric"
          autoComplete="off"
          hint="Empty for no rhythm"
          value={waterEvery === null ? '' : Number.isNaN(waterEvery) ? '' : String(waterEvery)}
          onChange={(text) => form.set('waterEvery', text.trim() === '' ? null : wholeNumber(text))}
          error={form.errors['waterEvery'] === 'Invalid input' ? RHYTHM_MESSAGE : form.errors['waterEvery']}
        />
      </div>
      <TextField label="Notes" rows={4} {...form.field('plantNotes')} />
    </form>
  )
}

function begin(plant: Plant | undefined) {
  return {
    plantName: plant?.plantName ?? '',
    plantType: plant?.plantType ?? '',
    plantNotes: plant?.plantNotes ?? '',
    planted: plant ? plant.planted : startOfDay(toCalendarDate(Date.now())).toISOString(),
    waterEvery: plant ? plant.waterEvery : WATER_EVERY_DEFAULT_DAYS,
    isDead: plant?.isDead ?? false,
  }
}

/** What is no date stays as it was typed, for the schema to refuse. */
function toInstant(text: string): string {
  return /^\d{4}-\d\d-\d\d$/.test(text) ? startOfDay(text).toISOString() : text
}

function shownDate(planted: string): string {
  return Number.isNaN(Date.parse(planted)) || planted.length < 20 ? planted : toCalendarDate(planted)
}

function wholeNumber(text: string): number {
  return /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0
}
