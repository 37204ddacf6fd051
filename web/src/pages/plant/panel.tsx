import { useId, type ReactNode } from 'react'
import { classes } from '../../lib/classes.ts'

interface PanelProps {
  title: string
  aside?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** A card with a heading, whose rows reach its edges. */
export function Panel({ title, aside, className, children }: PanelProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={classes('min-w-0 overflow-hidden rounded-card border border-line bg-surface shadow-panel', className)}
    >
      <header className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5 sm:px-6">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  )
}
