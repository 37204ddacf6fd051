import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

interface FactorDialogProps {
  open: boolean
  title: string
  onClose: () => void
  form: string
  submitLabel: string
  /** New recovery codes, shown instead of the form. */
  codes: readonly string[] | undefined
  children: ReactNode
}

export function FactorDialog({ open, title, onClose, form, submitLabel, codes, children }: FactorDialogProps) {
  return (
    <Dialog
      open={open}
      title={codes ? 'Your recovery codes' : title}
      onClose={onClose}
      footer={
        codes ? (
          <Button variant="leaf" onClick={onClose}>
            I have kept them
          </Button>
        ) : (
          <FormButtons form={form} submitLabel={submitLabel} onCancel={onClose} />
        )
      }
    >
      {codes ? <RecoveryCodes codes={codes} /> : children}
    </Dialog>
  )
}
