import { commonName, WATER_EVERY_DEFAULT_DAYS, type Plant, type PlantInput, type Species } from '@greenhouse/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PlaceField } from '../place/place-field.tsx'
import { useChosenPlace } from '../place/use-place.ts'
import { DateField } from '../../ui/date-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useFirstField } from '../../ui/use-first-field.ts'
import { useForm } from '../../ui/use-form.ts'
import { SpeciesField, speciesNamed } from './species-field.tsx'
import { speciesList } from './species-queries.ts'
import { hardinessOf, parsePlant, typedPlant } from './typed-plant.ts'

/** The fields of a plant, its place and its species. */
export interface PlacedPlant {
  readonly input: PlantInput
  readonly placeId: string | null
  /** Of the catalogue or of the household; undefined for another name, or while it stays as it was. */
  readonly speciesId: string | undefined
  /** In °C; null for that of the species. */
  readonly hardyTo: number | null
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

const TYPE_MAX = 50

export function PlantForm({ focus = 'plantName', ...props }: PlantFormProps) {
  const { form, placeId, setPlaceId, choose } = usePlantForm(props)
  const element = useFirstField(focus)
  return (
    <form ref={element} id={props.id} noValidate onSubmit={form.submit} className="grid gap-4">
      <TextField label="Name" autoComplete="off" {...form.field('plantName')} />
      <TextField
        label="Type"
        autoComplete="off"
        hint="For example herb, tomato, houseplant, succulent, citrus or orchid."
        {...form.field('plantType')}
      />
      <SpeciesField
        typed={form.values.species}
        error={form.errors['species']}
        onType={(typed) => form.set('species', typed)}
        onBlur={form.field('species').onBlur}
        onChoose={choose}
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
        <TextField
          label="Survives down to (°C)"
          inputMode="text"
          autoComplete="off"
          hint="Leave empty for what is usual of its species."
          {...form.field('hardyTo')}
        />
      </div>
      <PlaceField placeId={placeId} onChange={setPlaceId} />
      <TextField label="Notes" rows={4} {...form.field('plantNotes')} />
    </form>
  )
}

function usePlantForm({ plant, name = '', onSave }: Omit<PlantFormProps, 'focus'>) {
  // The plant may be watered elsewhere meanwhile; the input is based on this state.
  const [before] = useState(plant)
  const [placeId, setPlaceId] = useChosenPlace(before)
  const [initial] = useState(() => ({ ...typedPlant(before, Date.now()), ...(before ? {} : { plantName: name }) }))
  const client = useQueryClient()
  const form = useForm({
    initial,
    parse: (typed) => {
      const result = parsePlant(typed, before, Date.now())
      return 'input' in result ? { input: { input: result.input, hardyTo: hardinessOf(typed) } } : result
    },
    onSubmit: ({ input, hardyTo }) => {
      const speciesId = newSpecies(input.species ?? '')
      return onSave({ input, placeId: placeId ?? null, speciesId, hardyTo }, before)
    },
  })
  const [proposed, setProposed] = useState(before ? undefined : String(WATER_EVERY_DEFAULT_DAYS))

  /** Returns the species with a name, unless the plant has it already. */
  function newSpecies(name: string): string | undefined {
    if (before?.speciesId !== undefined && name === before.species) return undefined
    return speciesNamed(client.getQueryData(speciesList.queryKey), name)?.speciesId
  }

  function choose(species: Species) {
    form.set('species', species.name)
    if (form.values.plantType.trim() === '') form.set('plantType', commonName(species).slice(0, TYPE_MAX))
    // An interval that somebody has chosen stays.
    const isFree = form.values.waterEvery === '' || form.values.waterEvery === proposed
    if (species.waterEvery === null || !isFree) return
    form.set('waterEvery', String(species.waterEvery))
    setProposed(String(species.waterEvery))
  }

  return { form, placeId, setPlaceId, choose }
}
