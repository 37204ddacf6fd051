import { nameLanguages, type NameLanguage, type Species, type SpeciesInput } from '@greenhouse/contract'
import { useState } from 'react'
import { RangeRows } from '../../shared/plant/range-rows.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CHANGE_TOAST, toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { useSaveSpecies } from './species-mutations.ts'
import { parseSpecies, typedSpecies } from './typed-species.ts'

const FORM = 'species-form'

export interface EditedSpecies {
  /** The species that is changed or copied; undefined for a new one. */
  readonly from: Species | undefined
  readonly isCopy: boolean
}

interface SpeciesDialogProps {
  edited: EditedSpecies | undefined
  onClose: () => void
}

export function SpeciesDialog({ edited, onClose }: SpeciesDialogProps) {
  const { mutateAsync: save } = useSaveSpecies()
  const changed = edited?.isCopy === false ? edited.from : undefined

  async function store(input: SpeciesInput) {
    await save({ ...input, speciesId: changed?.speciesId })
    toast.success(changed ? 'Species updated' : 'Species added', CHANGE_TOAST)
    onClose()
  }

  return (
    <Dialog
      open={edited !== undefined}
      title={changed ? 'Edit species' : edited?.from ? `Copy of ${edited.from.name}` : 'Add a species'}
      onClose={onClose}
      footer={<FormButtons form={FORM} submitLabel={changed ? 'Save changes' : 'Add species'} onCancel={onClose} />}
    >
      <SpeciesForm species={edited?.from} onSave={store} />
    </Dialog>
  )
}

interface SpeciesFormProps {
  species: Species | undefined
  onSave: (input: SpeciesInput) => Promise<void>
}

function SpeciesForm({ species, onSave }: SpeciesFormProps) {
  const [initial] = useState(() => typedSpecies(species))
  const form = useForm({ initial, parse: parseSpecies, onSubmit: onSave })
  const { ranges } = form.errors
  return (
    <form id={FORM} noValidate onSubmit={form.submit} className="grid gap-4">
      <TextField label="Botanical name" autoComplete="off" {...form.field('name')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="Common name" autoComplete="off" {...form.field('names.en')} />
        <TextField label="Family" autoComplete="off" {...form.field('family')} />
      </div>
      <details>
        <summary className="min-h-11 cursor-pointer content-center font-medium">Names in other languages</summary>
        <div className="mt-2 grid gap-4 sm:grid-cols-2">
          {nameLanguages
            .filter((language) => language !== 'en')
            .map((language) => (
              <TextField
                key={language}
                label={LANGUAGES[language]}
                autoComplete="off"
                {...form.field(`names.${language}`)}
              />
            ))}
        </div>
      </details>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <TextField label="Water every (days)" inputMode="numeric" {...form.field('waterEvery')} />
        <TextField label="Survives down to (°C)" {...form.field('hardyTo')} />
        <TextField label="Degree days from (°C)" {...form.field('gddBase')} />
        <TextField label="Degree days up to (°C)" {...form.field('gddTop')} />
      </div>
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-medium">Ideal ranges</legend>
        <RangeRows withStages rows={form.values.ranges} onChange={(rows) => form.set('ranges', rows)} />
        {ranges !== undefined && (
          <p role="alert" className="text-sm text-danger">
            {ranges}
          </p>
        )}
      </fieldset>
    </form>
  )
}

const LANGUAGES: Readonly<Record<NameLanguage, string>> = {
  en: 'English',
  de: 'German',
  da: 'Danish',
  fr: 'French',
  es: 'Spanish',
  nl: 'Dutch',
  sv: 'Swedish',
}
