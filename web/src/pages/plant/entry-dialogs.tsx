import { doneWords, type Care, type CareChange } from '@greenhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AmountFields } from '../../shared/care/amount-fields.tsx'
import { useEditCare, useRemoveCare } from '../../shared/care/care-mutations.ts'
import { batchesOf, othersOf } from './care-queries.ts'
import { parseCareChange, typedCare } from '../../shared/care/typed-care.ts'
import { WhenFields } from '../../shared/care/when-fields.tsx'
import { formatDateTime } from '../../lib/format.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { CHANGE_TOAST, toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'

const FORM = 'entry-form'

export interface AskedEntry {
  readonly act: 'edit' | 'undo'
  readonly entry: Care
}

interface EntryDialogsProps {
  asked: AskedEntry | undefined
  onClose: () => void
}

/** The form of an entry of the log, and the question before it is undone. */
export function EntryDialogs({ asked, onClose }: EntryDialogsProps) {
  const edited = asked?.act === 'edit' ? asked.entry : undefined
  return (
    <>
      <Dialog
        open={edited !== undefined}
        title={edited ? `Edit “${doneWords(edited)}”` : 'Edit'}
        onClose={onClose}
        footer={<FormButtons form={FORM} submitLabel="Save changes" onCancel={onClose} />}
      >
        {edited && <EntryForm entry={edited} onDone={onClose} />}
      </Dialog>
      <UndoQuestion entry={asked?.act === 'undo' ? asked.entry : undefined} onClose={onClose} />
    </>
  )
}

function EntryForm({ entry, onDone }: { entry: Care; onDone: () => void }) {
  const { mutateAsync: edit } = useEditCare()
  const [initial] = useState(() => typedCare(entry))
  const form = useForm({
    initial,
    parse: (typed) => parseCareChange(typed, entry, Date.now()),
    onSubmit: async (change: CareChange) => {
      if (Object.keys(change).length > 0) await edit({ careId: entry.careId, ...change })
      toast.success('Entry updated', CHANGE_TOAST)
      onDone()
    },
  })
  return (
    <form id={FORM} noValidate onSubmit={form.submit} className="grid gap-5">
      <WhenFields form={form} />
      {entry.kind !== 'note' && entry.kind !== 'photo' && (
        <AmountFields
          {...form.field('amount')}
          unit={form.values.amountUnit}
          onUnit={(unit) => form.set('amountUnit', unit)}
        />
      )}
      <TextField label="Text" rows={4} {...form.field('note')} />
    </form>
  )
}

function UndoQuestion({ entry, onClose }: { entry: Care | undefined; onClose: () => void }) {
  const { mutateAsync: remove } = useRemoveCare()
  const [isForAll, setForAll] = useState(true)
  const others = useOthers(entry)
  const isBatch = others !== 0

  async function undo() {
    if (!entry) return
    await remove({ careId: entry.careId, batch: isBatch && isForAll, label: doneWords(entry) })
    toast.success('Undone', CHANGE_TOAST)
  }

  return (
    <ConfirmDialog
      open={entry !== undefined}
      title={entry ? `Undo “${doneWords(entry)}”?` : 'Undo'}
      confirmLabel="Undo"
      danger
      onConfirm={undo}
      onClose={onClose}
    >
      {entry && <p>The entry of {formatDateTime(entry.at)} leaves the log, as if it had never been made.</p>}
      {isBatch && (
        <label className="mt-3 flex min-h-11 cursor-pointer items-center gap-3 text-ink">
          <input
            type="checkbox"
            checked={isForAll}
            onChange={({ target }) => setForAll(target.checked)}
            className="size-5 shrink-0"
          />
          {others === undefined ? 'Also for the others' : `Also for ${others} ${others === 1 ? 'other' : 'others'}`}
        </label>
      )}
    </ConfirmDialog>
  )
}

/** Returns how many entries were logged by the same request; undefined for an old batch that is not counted. */
function useOthers(entry: Care | undefined): number | undefined {
  const isBatch = entry !== undefined && entry.batchId !== null
  const { data } = useQuery({ ...batchesOf(entry?.kind ?? 'note'), enabled: isBatch })
  if (!isBatch) return 0
  const isCounted = data?.some(({ careId }) => careId === entry.careId) === true
  return isCounted ? othersOf(entry, data) : undefined
}
