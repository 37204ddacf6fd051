import { loggedKinds, type CareInput, type LoggedKind, type Plant, doneWords } from '@greenhouse/contract'
import { useState } from 'react'
import { randomId } from '../../lib/random-id.ts'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CHANGE_TOAST, toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { AmountFields } from './amount-fields.tsx'
import { useAddCare } from './care-mutations.ts'
import { KEPT, type Replies } from '../queue/queued-act.ts'
import { ChoiceChips } from './choice-chips.tsx'
import { newCare, parseCare, type TypedCare } from './typed-care.ts'
import { WhenFields } from './when-fields.tsx'

const FORM = 'note-form'
const KINDS: readonly LoggedKind[] = ['note', ...loggedKinds.filter((kind) => kind !== 'note')]

interface NoteSheetProps {
  plants: readonly Plant[]
  /** Living plants of the same place, for which the same can be logged. */
  others?: readonly Plant[]
  title?: string
  open: boolean
  onClose: () => void
  onSaved?: () => void
}

const NONE: readonly never[] = []

/** The form of an entry of the care log. */
export function NoteSheet({ plants, others = NONE, title = 'Add note', open, onClose, onSaved }: NoteSheetProps) {
  const { mutateAsync: add } = useAddCare()

  async function save(input: CareInput) {
    const reply = await add({ input, label: `${doneWords(input)}, ${namesOf(plants)}` })
    toast.success(reply === KEPT ? 'It waits for the network' : savedToast(input, reply), CHANGE_TOAST)
    onClose()
    onSaved?.()
  }

  return (
    <Sheet
      open={open}
      title={title}
      onClose={onClose}
      footer={<FormButtons worksOffline form={FORM} submitLabel="Save" onCancel={onClose} />}
    >
      <NoteForm plants={plants} others={others} onSave={save} />
    </Sheet>
  )
}

function savedToast({ kind, label }: CareInput, { merged, care: [entry] }: Replies['add']): string {
  if (merged && entry) return `${entry.by.name} was quicker`
  return kind === 'note' ? 'Note added' : `${doneWords({ kind, label })}, logged`
}

/** Returns the name of one plant, or `3 plants`. */
function namesOf(plants: readonly Plant[]): string {
  return plants.length === 1 ? (plants[0]?.plantName ?? '') : `${plants.length} plants`
}

interface NoteFormProps extends Required<Pick<NoteSheetProps, 'plants' | 'others'>> {
  onSave: (input: CareInput) => Promise<void>
}

function NoteForm({ plants, others, onSave }: NoteFormProps) {
  // One id for all tries, so that nothing is logged twice.
  const [careId] = useState(randomId)
  const [initial] = useState(() => newCare('note', Date.now()))
  const [also, setAlso] = useState<readonly string[]>([])
  const plantIds = [...plants.map(({ plantId }) => plantId), ...also]
  const form = useForm<TypedCare, CareInput>({
    initial,
    parse: (typed) => parseCare(typed, { careId, plantIds, initial }, Date.now()),
    onSubmit: onSave,
  })
  const { kind, amountUnit } = form.values
  return (
    <form id={FORM} noValidate onSubmit={form.submit} className="grid gap-5">
      <p className="text-ink-soft">
        <bdi>{namesOf(plants)}</bdi>
      </p>
      <ChoiceChips
        legend="What was done"
        hideLegend
        choices={KINDS.map((one) => ({
          value: one,
          label: one === 'custom' ? 'Own' : doneWords({ kind: one, label: '' }),
        }))}
        chosen={kind}
        onChoose={(chosen) => form.set('kind', chosen)}
      />
      {kind === 'custom' && <TextField label="Label" autoComplete="off" {...form.field('label')} />}
      <TextField label="Text" rows={4} {...form.field('note')} />
      <WhenFields form={form} />
      {kind !== 'note' && (
        <AmountFields {...form.field('amount')} unit={amountUnit} onUnit={(unit) => form.set('amountUnit', unit)} />
      )}
      {others.length > 0 && <AlsoFor others={others} chosen={also} onChange={setAlso} />}
    </form>
  )
}

interface AlsoForProps {
  others: readonly Plant[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}

function AlsoFor({ others, chosen, onChange }: AlsoForProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Also for</legend>
      <div className="max-h-72 overflow-y-auto rounded-control border border-line-strong px-3">
        {others.map(({ plantId, plantName }) => (
          <label key={plantId} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              checked={chosen.includes(plantId)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, plantId] : chosen.filter((one) => one !== plantId))
              }
              className="size-5 shrink-0"
            />
            <bdi className="truncate">{plantName}</bdi>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
