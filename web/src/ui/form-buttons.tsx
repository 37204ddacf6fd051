import { Button } from './button.tsx'
import { useDialog } from './dialog-state.ts'

interface FormButtonsProps {
  form: string
  submitLabel: string
  danger?: boolean
  worksOffline?: boolean
  onCancel: () => void
}

export function FormButtons({ form, submitLabel, danger = false, worksOffline = false, onCancel }: FormButtonsProps) {
  const dialog = useDialog()
  return (
    <>
      <Button variant="ghost" onClick={onCancel}>
        Cancel
      </Button>
      <Button
        variant={danger ? 'danger' : 'leaf'}
        type="submit"
        form={form}
        busy={dialog?.isBusy ?? false}
        worksOffline={worksOffline}
      >
        {submitLabel}
      </Button>
    </>
  )
}
