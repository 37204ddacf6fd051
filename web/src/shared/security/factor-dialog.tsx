import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormButtons } from '../../ui/form-buttons.tsx'
import { Download } from 'lucide-react'
import { download } from '../../lib/download.ts'
import { Copyable } from '../../ui/copyable.tsx'

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

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = codes.join('\n')
  return (
    <div className="grid gap-4">
      <p className="text-ink-soft">
        Keep these where you find them without your phone, on paper for instance. Each signs you in once when the other
        ways are lost. They are not shown again.
      </p>
      <Copyable label="Recovery codes" text={text} />
      <Button
        className="justify-self-start"
        onClick={() => download('greenhouse-recovery-codes.txt', `${text}\n`, 'text/plain')}
      >
        <Download aria-hidden className="size-4.5" />
        Download
      </Button>
    </div>
  )
}
