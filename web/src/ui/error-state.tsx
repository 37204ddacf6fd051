import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../lib/classes.ts'

interface ErrorStateProps {
  message: string
  hint?: string
  action?: ReactNode
  className?: string
}

export function ErrorState({ message, hint, action, className }: ErrorStateProps) {
  return (
    <div role="alert" className={classes('grid justify-items-center gap-4 px-4 py-10 text-center', className)}>
      <p className="flex items-center gap-2 text-danger">
        <CircleAlert aria-hidden className="size-5 shrink-0" />
        {message}
      </p>
      {hint !== undefined && <p className="max-w-prose text-ink-soft">{hint}</p>}
      {action}
    </div>
  )
}
