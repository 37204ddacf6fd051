import { FormButtons } from '../../ui/form-buttons.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { NoteForm, type NoteFormProps } from './note-form.tsx'

interface NoteSheetProps
  extends Pick<NoteFormProps, 'plants'>, Partial<Pick<NoteFormProps, 'others' | 'zone' | 'files'>> {
  title?: string
  open: boolean
  onClose: () => void
  onSaved?: () => void
}

const FORM = 'note-form'
const NONE: readonly never[] = []

/** The form of an entry of the care log, with its photos. */
export function NoteSheet(props: NoteSheetProps) {
  const { plants, others = NONE, zone, files = NONE, title = 'Note or photo', open, onClose, onSaved } = props
  return (
    <Sheet
      open={open}
      title={title}
      onClose={onClose}
      footer={<FormButtons worksOffline form={FORM} submitLabel="Save" onCancel={onClose} />}
    >
      <NoteForm
        id={FORM}
        plants={plants}
        others={others}
        zone={zone}
        files={files}
        onDone={() => {
          onClose()
          onSaved?.()
        }}
      />
    </Sheet>
  )
}
