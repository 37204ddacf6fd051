import { Button } from './button.tsx'
import { useDialog } from './dialog-state.ts'

interface FormButtonsProps {
  /** The id of the form that the second button submits. */
  form: string
  submitLabel: string
  /** Whether what the form does cannot be undone. */
  danger?: boolean
  onCancel: () => void
}

/** The footer of a dialog around a form; busy while what was submitted is under way. */
export function FormButtons({ form, submitLabel, danger = false, onCancel }: FormButtonsProps) {
  const dialog = useDialog()
  return (
    <>
      <Button variant="ghost" onClick={onCancel}>
        Cancel
      </Button>
      <Button variant={danger ? 'danger' : 'leaf'} type="submit" form={form} busy={dialog?.isBusy ?? false}>
        {submitLabel}
      </Button>
    </>
  )
}
