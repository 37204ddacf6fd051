import { Button } from './button.tsx'

export interface FormButtonsProps {
  /** The id of the form that the second button submits. */
  form: string
  submitLabel: string
  /** Whether what the form does cannot be undone. */
  danger?: boolean
  /** Whether what was submitted is under way. */
  busy?: boolean
  onCancel: () => void
}

/** The footer of a dialog around a form. */
export function FormButtons({ form, submitLabel, danger = false, busy = false, onCancel }: FormButtonsProps) {
  return (
    <>
      <Button variant="ghost" onClick={onCancel}>
        Cancel
      </Button>
      <Button variant={danger ? 'danger' : 'leaf'} type="submit" form={form} busy={busy}>
        {submitLabel}
      </Button>
    </>
  )
}
