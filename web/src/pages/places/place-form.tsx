import {
  lightSources,
  placeKinds,
  shelters,
  type LightSource,
  type Place,
  type PlaceInput,
  type PlaceKind,
  type RainSetting,
  type Shelter,
} from '@greenhouse/contract'
import { useId, useState, type ComponentProps } from 'react'
import { failureMessage } from '../../lib/failure-message.ts'
import { PlaceSelect } from '../../shared/place/place-select.tsx'
import { placesWithin, type PlaceTree } from '../../shared/place/place-tree.ts'
import { KIND_NAMES, LIGHT_NAMES, SHELTER_WORDS, usualShelter } from './place-words.ts'
import { PlaceSearch } from '../../shared/weather/place-search.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Toggle } from '../../ui/toggle.tsx'
import { useFirstField } from '../../ui/use-first-field.ts'
import { useForm } from '../../ui/use-form.ts'
import { parsePlace, PLACE_REFUSALS, townWords, typedPlace, type Town } from './place-form-values.ts'

interface PlaceFormProps {
  tree: PlaceTree
  /** Undefined for a new one, in `parent`. */
  place: Place | undefined
  parent: Place | undefined
  onSave: (input: PlaceInput) => Promise<void>
  onCancel: () => void
}

export function PlaceForm({ tree, place, parent, onSave, onCancel }: PlaceFormProps) {
  const [initial] = useState(() => typedPlace(place, parent))
  // Until one is chosen, the shelter of a new place follows its kind.
  const [isSheltered, setSheltered] = useState(place !== undefined)
  const form = useForm({
    initial,
    parse: parsePlace,
    onSubmit: onSave,
    refusals: PLACE_REFUSALS,
    otherwise: (error) => ({ notice: failureMessage(error) }),
  })
  const { kind, parentId, town, shelter, lightSource } = form.values
  const element = useFirstField('name')

  function shelterAs(nextKind: PlaceKind, nextParent: string | undefined) {
    if (!isSheltered) form.set('shelter', usualShelter(nextKind, tree.byId.get(nextParent ?? '')))
  }

  return (
    <form ref={element} noValidate onSubmit={form.submit} className="grid gap-4">
      <TextField label="Name" autoComplete="off" {...form.field('name')} />
      <SelectField
        label="Kind"
        value={kind}
        onChange={(chosen) => {
          form.set('kind', chosen)
          shelterAs(chosen, parentId)
        }}
        options={placeKinds.map((one) => ({ value: one, label: KIND_NAMES[one] }))}
      />
      {tree.byId.size > (place ? 1 : 0) && (
        <PlaceSelect
          tree={tree}
          label="Inside"
          name="parentId"
          none="Not in another place"
          without={place && placesWithin(tree, place.placeId)}
          value={parentId}
          error={form.errors['parentId']}
          onChange={(chosen) => {
            form.set('parentId', chosen)
            shelterAs(kind, chosen)
          }}
        />
      )}
      <TownField town={town} isInside={parentId !== undefined} onChange={(chosen) => form.set('town', chosen)} />
      <ShelterField
        shelter={shelter}
        onChoose={(chosen) => {
          setSheltered(true)
          form.set('shelter', chosen)
        }}
      />
      <PlantFields
        source={{ value: lightSource, onChange: (chosen) => form.set('lightSource', chosen) }}
        leafOffset={form.field('leafOffset')}
      />
      {shelter === 'outdoors' && <RainField {...form.field('rain')} />}
      {form.notice !== undefined && <Notice>{form.notice}</Notice>}
      <Buttons label={place ? 'Save place' : 'Add place'} busy={form.busy} onCancel={onCancel} />
    </form>
  )
}

function Buttons({ label, busy, onCancel }: { label: string; busy: boolean; onCancel: () => void }) {
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button variant="ghost" onClick={onCancel}>
        Cancel
      </Button>
      <Button variant="leaf" type="submit" busy={busy}>
        {label}
      </Button>
    </div>
  )
}

interface TownFieldProps {
  town: Town | undefined
  isInside: boolean
  onChange: (town: Town | undefined) => void
}

function TownField({ town, isInside, onChange }: TownFieldProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={id} className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">Where</legend>
      <PlaceSearch onChoose={({ name, latitude, longitude }) => onChange({ name, latitude, longitude })} />
      <p id={id} className="flex min-h-9 flex-wrap items-center justify-between gap-x-3 text-sm text-ink-soft">
        {town ? (
          <>
            <bdi className="font-medium text-ink">{townWords(town)}</bdi>
            <button
              type="button"
              onClick={() => onChange(undefined)}
              className="hit-area font-semibold text-leaf-strong underline underline-offset-4"
            >
              {isInside ? 'As the place above' : 'As my weather'}
            </button>
          </>
        ) : isInside ? (
          'Same as the place above'
        ) : (
          'Same as the town of your weather'
        )}
      </p>
    </fieldset>
  )
}

interface PlantFieldsProps {
  source: { value: LightSource | ''; onChange: (source: LightSource | '') => void }
  leafOffset: Omit<ComponentProps<typeof TextField>, 'label'>
}

/** The light of the place and its leaves. */
function PlantFields({ source, leafOffset }: PlantFieldsProps) {
  return (
    <>
      <SelectField
        label="Lit by"
        hint="The light of a day is computed from lux by it."
        {...source}
        options={[
          { value: '', label: 'As the place above, else the sun' },
          ...lightSources.map((one) => ({ value: one, label: LIGHT_NAMES[one] })),
        ]}
      />
      <TextField
        label="Leaves warmer than the air by"
        hint="Counts for VPD: about −2 in sun and wind. Empty: as the place above, else 0."
        unit="°C"
        autoComplete="off"
        {...leafOffset}
      />
    </>
  )
}

function ShelterField({ shelter, onChoose }: { shelter: Shelter; onChoose: (shelter: Shelter) => void }) {
  const name = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Shelter</legend>
      {shelters.map((one) => (
        <label
          key={one}
          className="-mx-2.5 flex min-h-14 cursor-pointer items-center gap-3 rounded-control px-2.5 has-[:checked]:bg-leaf-wash"
        >
          <input
            type="radio"
            name={name}
            checked={one === shelter}
            onChange={() => onChoose(one)}
            className="size-5 shrink-0"
          />
          <span className="grid">
            {SHELTER_WORDS[one].name}
            <span className="text-sm text-ink-soft">{SHELTER_WORDS[one].text}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function RainField({ value, onChange }: { value: string; onChange: (value: RainSetting) => void }) {
  return (
    <Toggle
      label="Propose rain as a watering"
      checked={value === 'propose'}
      onChange={(isOn) => onChange(isOn ? 'propose' : 'off')}
    />
  )
}
