import { photoRoutes, type Photo } from '@greenhouse/contract'
import { useState } from 'react'
import { parsed } from '../../../lib/field-errors.ts'
import { instantOf, whenErrors, whenOf } from '../../../shared/care/typed-care.ts'
import { WhenFields } from '../../../shared/care/when-fields.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FormButtons } from '../../../ui/form-buttons.tsx'
import { CHANGE_TOAST, toast } from '../../../ui/toast.ts'
import { useForm } from '../../../ui/use-form.ts'
import { useEditPhoto } from './photo-queries.ts'

const FORM = 'taken-form'

interface TakenDialogProps {
  photo: Photo
  open: boolean
  onClose: () => void
}

/** Changes when a photo was taken, which a camera without the right date gets wrong. */
export function TakenDialog({ photo, open, onClose }: TakenDialogProps) {
  return (
    <Dialog
      open={open}
      title="When it was taken"
      onClose={onClose}
      footer={<FormButtons form={FORM} submitLabel="Save date" onCancel={onClose} />}
    >
      <TakenForm photo={photo} onDone={onClose} />
    </Dialog>
  )
}

function TakenForm({ photo, onDone }: { photo: Photo; onDone: () => void }) {
  const { mutateAsync: edit } = useEditPhoto()
  const [initial] = useState(() => whenOf(Date.parse(photo.takenAt)))
  const form = useForm({
    initial,
    parse: (typed) => parsed(photoRoutes.edit.body, { takenAt: instantOf(typed) }, whenErrors(typed, Date.now())),
    onSubmit: async (change) => {
      const { date, time } = form.values
      // The seconds stay.
      if (date !== initial.date || time !== initial.time) await edit({ photo, change })
      toast.success('Photo updated', CHANGE_TOAST)
      onDone()
    },
  })
  return (
    <form id={FORM} noValidate onSubmit={form.submit}>
      <WhenFields form={form} />
    </form>
  )
}
