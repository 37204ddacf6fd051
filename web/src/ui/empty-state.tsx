import type { ReactNode } from 'react'
import { classes } from '../lib/classes.ts'

export interface EmptyStateProps {
  title: string
  children?: ReactNode
  action?: ReactNode
  icon?: ReactNode
  className?: string
}

export function EmptyState({ title, children, action, icon, className }: EmptyStateProps) {
  return (
    <div className={classes('grid justify-items-center gap-2 px-4 py-10 text-center', className)}>
      {icon !== undefined && <span className="mb-1 text-leaf *:size-10">{icon}</span>}
      <p className="text-lg font-semibold">{title}</p>
      {children !== undefined && <div className="max-w-prose text-balance text-ink-soft">{children}</div>}
      {action !== undefined && <div className="mt-3">{action}</div>}
    </div>
  )
}
