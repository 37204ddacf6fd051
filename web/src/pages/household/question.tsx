import { useEffect, useRef, useState, type ReactNode } from 'react'
import { failureMessage } from '../../lib/failure-message.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmField } from '../../ui/confirm-field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useForm } from '../../ui/use-form.ts'

interface QuestionProps {
  children: ReactNode
  confirmLabel: string
  danger?: boolean
  /** Called with the password once the server has asked for it. A refusal is shown in the question. */
  onConfirm: (password: string | undefined) => Promise<unknown>
  onCancel: () => void
}

/** Asks in place, and takes the focus. */
export function Question({ children, confirmLabel, danger = false, onConfirm, onCancel }: QuestionProps) {
  const cancel = useRef<HTMLButtonElement>(null)
  useEffect(() => cancel.current?.focus(), [])
  const form = useForm({
    initial: {},
    parse: () => ({ input: undefined }),
    onSubmit: async (_, password) => void (await onConfirm(password)),
    otherwise: (error) => ({ notice: failureMessage(error) }),
  })
  return (
    <form noValidate onSubmit={form.submit} className="enter grid gap-3">
      {form.notice !== undefined && <Notice>{form.notice}</Notice>}
      <p className="break-words">{children}</p>
      <ConfirmField confirmation={form.confirmation} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant={danger ? 'danger' : 'leaf'} busy={form.busy}>
          {confirmLabel}
        </Button>
        <Button ref={cancel} variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

/** A button that a question replaces until it is answered. */
export function ButtonWithQuestion({ label, ...question }: Omit<QuestionProps, 'onCancel'> & { label: string }) {
  const [state, setState] = useState<'untouched' | 'asked' | 'cancelled'>('untouched')
  if (state === 'asked') return <Question {...question} onCancel={() => setState('cancelled')} />
  return (
    <Button
      ref={state === 'cancelled' ? (button) => button?.focus() : undefined}
      variant={question.danger === true ? 'danger' : 'soft'}
      className="justify-self-start"
      onClick={() => setState('asked')}
    >
      {label}
    </Button>
  )
}
