import { plantInput, WATER_EVERY_DEFAULT_DAYS, type Plant, type PlantInput } from '@greenhouse/contract'
import { useState } from 'react'
import { startOfDay, toCalendarDate } from '../../lib/dates.ts'
import { parsed, type Parsed } from '../../lib/field-errors.ts'
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

/** The fields of a plant. An interval that is left empty means none; dates are days where the browser is. */
export function PlantForm({ id, plant, onSave }: PlantFormProps) {
  const [initial] = useState(() => begin(plant))
  const form = useForm({ initial, parse: (typed) => parsePlant(typed, plant), onSubmit: onSave })
  return (
    <form id={id} noValidate onSubmit={form.submit} className="grid gap-4">
      <TextField label="Name" autoComplete="off" {...form.field('plantName')} />
      <TextField
        label="Type"
        autoComplete="off"
        hint="Such as herb, tomato, houseplant, succulent, citrus, orchid."
        {...form.field('plantType')}
      />
      <TextField
        label="Species"
        autoComplete="off"
        hint="The botanical name, such as Solanum lycopersicum. May stay empty."
        {...form.field('species')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField label="Planted" {...form.field('planted')} />
        <TextField
          label="Water every, days"
          inputMode="numeric"
          autoComplete="off"
          hint="Empty for no rhythm"
          {...form.field('waterEvery')}
        />
      </div>
      <TextField label="Notes" rows={4} {...form.field('plantNotes')} />
    </form>
  )
}

export interface TypedPlant extends Record<string, string> {
  plantName: string
  plantType: string
  species: string
  plantNotes: string
  /** `2026-11-20`, '' for none, or what was typed while it is no date. */
  planted: string
  /** Days; '' for no interval. */
  waterEvery: string
}

function begin(plant: Plant | undefined): TypedPlant {
  if (!plant) {
    return {
      plantName: '',
      plantType: '',
      species: '',
      plantNotes: '',
      planted: toCalendarDate(Date.now()),
      waterEvery: String(WATER_EVERY_DEFAULT_DAYS),
    }
  }
  const { plantName, plantType, species = '', plantNotes, planted, waterEvery } = plant
  return {
    plantName,
    plantType,
    species,
    plantNotes,
    planted: planted === null ? '' : toCalendarDate(planted),
    waterEvery: waterEvery === null ? '' : String(waterEvery),
  }
}

/** Makes a plant of what was typed. A date that is still that of `plant` keeps its time of day. */
export function parsePlant(typed: TypedPlant, plant: Plant | undefined): Parsed<PlantInput> {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(typed.planted)
  const isUnchanged = isDate && plant && plant.planted !== null && toCalendarDate(plant.planted) === typed.planted
  const input = {
    ...typed,
    planted: isUnchanged ? plant.planted : isDate ? startOfDay(typed.planted).toISOString() : null,
    waterEvery: typed.waterEvery.trim() === '' ? null : wholeNumber(typed.waterEvery),
    isDead: plant?.isDead ?? false,
  }
  return parsed(plantInput, input, typed.planted === '' || isDate ? {} : { planted: 'Not a valid date' })
}

/** Returns 0 for anything but a whole number; the schema refuses it with the message of the form. */
function wholeNumber(text: string): number {
  return /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0
}
