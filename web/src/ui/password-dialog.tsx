import * as z from 'zod/mini'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { TextField } from './text-field.tsx'
import { useForm } from './use-form.ts'
import type { ReactNode } from 'react'

export interface PasswordDialogProps {
  open: boolean
  title: string
  /** What will happen. */
  children?: ReactNode
  /** Names what the button does: "End session". */
  confirmLabel: string
  danger?: boolean
  /** Does it; what it throws about `password` is shown at the field. */
  onConfirm: (password: string) => Promise<void>
  onClose: () => void
}

const FORM = 'password-dialog'
const REQUIRED = 'Password is required'
const typed = z.object({ password: z.string().check(z.minLength(1, REQUIRED)) })

/** Asks for the password before something that a stolen session must not be enough for. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { open, title, confirmLabel, danger = false, onClose } = props
  return (
    <Dialog
      {...{ open, title, onClose }}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant={danger ? 'danger' : 'leaf'} type="submit" form={FORM}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      <PasswordForm {...props} />
    </Dialog>
  )
}

function PasswordForm({ children, onConfirm }: PasswordDialogProps) {
  const form = useForm(typed, { initial: { password: '' }, onSubmit: ({ password }) => onConfirm(password) })
  return (
    <form id={FORM} noValidate onSubmit={form.submit} className="grid gap-4">
      {children !== undefined && <div className="text-ink-soft">{children}</div>}
      <TextField label="Password" type="password" autoComplete="current-password" {...form.field('password')} />
    </form>
  )
}
