import { Button } from './button.tsx'

/** What can be done about a message. */
export interface ToastAction {
  readonly label: string
  readonly onAct: () => void
}

/** The content of a toast with a button in it. */
export function ToastWithAction({ message, action }: { message: string; action: ToastAction }) {
  return (
    <span className="flex items-center gap-3">
      <span className="min-w-0 break-words">{message}</span>
      <Button dense onClick={action.onAct} className="shrink-0">
        {action.label}
      </Button>
    </span>
  )
}
