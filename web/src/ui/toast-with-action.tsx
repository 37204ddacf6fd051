import { Button } from './button.tsx'

export interface ToastAction {
  readonly label: string
  readonly onAct: () => void
}

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
