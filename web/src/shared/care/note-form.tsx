import { doneWords, loggedKinds, type CareInput, type LoggedKind, type Plant } from '@greenhouse/contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { randomId } from '../../lib/random-id.ts'
import type { Parsed } from '../../lib/field-errors.ts'
import { useDialog } from '../../ui/dialog-state.ts'
import { TextField } from '../../ui/text-field.tsx'
import { CHANGE_TOAST, toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { AlsoFor } from './also-for.tsx'
import { AmountFields } from './amount-fields.tsx'
import { useAddCare } from './care-mutations.ts'
import { KEPT, type Replies } from '../queue/queued-act.ts'
import { CHIP, ChoiceChips } from './choice-chips.tsx'
import { PhotoFields } from './photo/photo-fields.tsx'
import { useChosenPhotos, type ChosenPhotos } from './photo/use-chosen-photos.ts'
import { newCare, parseCare, type TypedCare } from './typed-care.ts'
import { WhenFields } from './when-fields.tsx'

/** The most frequent ones. Water has its own button. */
const FIRST_KINDS: readonly LoggedKind[] = ['note', 'feed', 'repot', 'prune', 'harvest']
const KINDS: readonly LoggedKind[] = [...FIRST_KINDS, ...loggedKinds.filter((kind) => !FIRST_KINDS.includes(kind))]

export interface NoteFormProps {
  plants: readonly Plant[]
  /** Living plants of the same place, for which the same can be logged. */
  others: readonly Plant[]
  /** Of the household, in which cameras are read. Without it the entry takes no photos. */
  zone: string | undefined
  /** Photos that were chosen before the form was opened. */
  files: readonly File[]
}

export function NoteForm({
  id,
  plants,
  others,
  zone,
  files,
  onDone,
}: NoteFormProps & { id: string; onDone: () => void }) {
  const photos = useChosenPhotos()
  const addFirst = useEffectEvent(() => photos.add(files))
  useEffect(() => addFirst(), [])
  const { save, isLogged } = useSave({ plants, zone, photos, onDone })
  // One id for all tries, so that nothing is logged twice.
  const [careId] = useState(randomId)
  const [initial] = useState(() => newCare('note', Date.now()))
  const [also, setAlso] = useState<readonly string[]>([])
  const plantIds = [...plants.map(({ plantId }) => plantId), ...also]
  const form = useForm<TypedCare, Entry>({
    initial,
    parse: (typed) => parseEntry(typed, { careId, plantIds, initial }, also.length === 0 && hasAny(photos)),
    onSubmit: save,
  })
  const { kind, amountUnit } = form.values
  const hasPhotos = plants.length === 1 && zone !== undefined
  return (
    <form id={id} noValidate onSubmit={form.submit} className="grid grid-cols-1 gap-5">
      <p className="text-ink-soft">
        <bdi>{namesOf(plants)}</bdi>
      </p>
      {!isLogged && <Kinds chosen={kind} onChoose={(chosen) => form.set('kind', chosen)} />}
      {hasPhotos && <PhotoFields photos={photos} />}
      {!isLogged && (
        <>
          {kind === 'custom' && <TextField label="Label" autoComplete="off" {...form.field('label')} />}
          <TextField label="Text" rows={4} {...form.field('note')} />
          <WhenFields form={form} />
          {kind !== 'note' && (
            <AmountFields {...form.field('amount')} unit={amountUnit} onUnit={(unit) => form.set('amountUnit', unit)} />
          )}
          {others.length > 0 && <AlsoFor others={others} chosen={also} onChange={setAlso} />}
          <output className="text-sm text-ink-soft empty:hidden">
            {also.length > 0 && hasAny(photos) && (
              <>
                The photos are added to <bdi>{namesOf(plants)}</bdi> alone.
              </>
            )}
          </output>
        </>
      )}
    </form>
  )
}

function Kinds({ chosen, onChoose }: { chosen: LoggedKind; onChoose: (kind: LoggedKind) => void }) {
  const [areAll, setAll] = useState(false)
  const kinds = areAll ? KINDS : KINDS.filter((kind) => kind === chosen || FIRST_KINDS.includes(kind))
  return (
    <ChoiceChips
      legend="What was done"
      hideLegend
      choices={kinds.map((kind) => ({
        value: kind,
        label: kind === 'custom' ? 'Own' : doneWords({ kind, label: '' }),
      }))}
      chosen={chosen}
      onChoose={onChoose}
      more={
        <button
          type="button"
          aria-expanded={areAll}
          onClick={() => setAll(!areAll)}
          className={`${CHIP} border-dashed border-line-strong`}
        >
          {areAll ? 'Fewer kinds' : 'More kinds'}
        </button>
      }
    />
  )
}

/** An entry, or only photos, for which the server makes one. */
interface Entry {
  readonly care: CareInput
  readonly isPhotoOnly: boolean
}

function parseEntry(typed: TypedCare, given: Parameters<typeof parseCare>[1], hasPhotos: boolean): Parsed<Entry> {
  const isPhotoOnly = hasPhotos && typed.kind === 'note' && typed.note.trim() === ''
  // Photos need no text, unlike a note.
  const parsed = parseCare(isPhotoOnly ? { ...typed, note: 'Photo' } : typed, given, Date.now())
  return 'input' in parsed ? { input: { care: parsed.input, isPhotoOnly } } : parsed
}

function hasAny({ all }: ChosenPhotos): boolean {
  return all.some(({ shrunk, state }) => shrunk !== undefined || state === 'shrinking')
}

interface SaveOptions {
  plants: readonly Plant[]
  zone: string | undefined
  photos: ChosenPhotos
  onDone: () => void
}

/** Logs the entry, then sends its photos. The form stays open for photos that were refused. */
function useSave({ plants, zone = 'UTC', photos, onDone }: SaveOptions) {
  const { mutateAsync: add } = useAddCare()
  const dialog = useDialog()
  const [isLogged, setLogged] = useState(false)

  async function save({ care, isPhotoOnly }: Entry) {
    const reply =
      isPhotoOnly || isLogged ? undefined : await add({ input: care, label: `${doneWords(care)}, ${namesOf(plants)}` })
    const { careId, at = new Date().toISOString() } = care
    const [plant] = plants
    if (reply !== undefined && photos.all.length > 0) setLogged(true)
    const { done, kept, refused } = await photos.send({
      careId,
      at,
      zone,
      plantId: plant?.plantId ?? '',
      plantName: plant?.plantName ?? '',
    })
    if (refused > 0) {
      dialog?.setFailure(refused === 1 ? 'One photo was not added.' : `${refused} photos were not added.`)
      return
    }
    if (reply !== undefined || done > 0)
      toast.success(
        reply === KEPT || kept > 0 ? 'It waits for the network' : savedToast(care, reply, done),
        CHANGE_TOAST,
      )
    onDone()
  }
  return { save, isLogged }
}

function savedToast(
  { kind, label }: CareInput,
  reply: Replies['add'] | typeof KEPT | undefined,
  photos: number,
): string {
  if (reply === undefined || reply === KEPT) return photos === 1 ? 'Photo added' : `${photos} photos added`
  const [entry] = reply.care
  if (reply.merged && entry) return `${entry.by.name} was quicker`
  return kind === 'note' ? 'Note added' : `${doneWords({ kind, label })}, logged`
}

/** Returns the name of one plant, or `3 plants`. */
function namesOf(plants: readonly Plant[]): string {
  return plants.length === 1 ? (plants[0]?.plantName ?? '') : `${plants.length} plants`
}
