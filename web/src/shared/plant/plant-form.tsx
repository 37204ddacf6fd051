import type { Plant, PlantInput } from '@greenhouse/contract'
import { useState } from 'react'
import { PlaceField } from '../place/place-field.tsx'
import { useChosenPlace } from '../place/use-place.ts'
import { DateField } from '../../ui/date-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFirstField } from '../../ui/use-first-field.ts'
import { useForm } from '../../ui/use-form.ts'
import { parsePlant, typedPlant } from './typed-plant.ts'

/** The fields of a plant, and its place; null for none. */
export interface PlacedPlant {
  readonly input: PlantInput
  readonly placeId: string | null
}

export interface PlantFormProps {
  id: string
  plant: Plant | undefined
  /** Of a new plant, until it is changed. */
  name?: string | undefined
  /** The field to focus; the name by default. */
  focus?: 'plantName' | 'lastWatered' | undefined
  /** @param before the plant at the time the form was opened */
  onSave: (saved: PlacedPlant, before: Plant | undefined) => Promise<void>
}

export function PlantForm({ id, plant, name = '', focus = 'plantName', onSave }: PlantFormProps) {
  // The plant may be watered elsewhere meanwhile; the input is based on this state.
  const [before] = useState(plant)
  const [placeId, setPlaceId] = useChosenPlace(before)
  const [initial] = useState(() => ({ ...typedPlant(before, Date.now()), ...(before ? {} : { plantName: name }) }))
  const form = useForm({
    initial,
    parse: (typed) => parsePlant(typed, before, Date.now()),
    onSubmit: (input) => onSave({ input, placeId: placeId ?? null }, before),
  })
  const element = useFirstField(focus)
  return (
    <form ref={element} id={id} noValidate onSubmit={form.submit} className="grid gap-4">
      <TextField label="Name" autoComplete="off" {...form.field('plantName')} />
      <TextField
        label="Type"
        autoComplete="off"
        hint="For example herb, tomato, houseplant, succulent, citrus or orchid."
        {...form.field('plantType')}
      />
      <TextField
        label="Species"
        autoComplete="off"
        hint="Optional. The botanical name, such as Solanum lycopersicum."
        {...form.field('species')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField label="Planted" {...form.field('planted')} />
        <DateField label="Last watered" hint="Leave empty if it was never watered." {...form.field('lastWatered')} />
        <TextField
          label="Water every (days)"
          inputMode="numeric"
          autoComplete="off"
          hint="Leave empty for no schedule."
          {...form.field('waterEvery')}
        />
      </div>
      <PlaceField placeId={placeId} onChange={setPlaceId} />
      <TextField label="Notes" rows={4} {...form.field('plantNotes')} />
    </form>
  )
}
