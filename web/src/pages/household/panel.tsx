import { useId, type ReactNode } from 'react'
import { classes } from '../../lib/classes.ts'

interface PanelProps {
  title: string
  aside?: ReactNode
  /** For focus, once what had it is gone. */
  titleId?: string
  className?: string
  children: ReactNode
}

export function Panel({ title, aside, titleId, className, children }: PanelProps) {
  const own = useId()
  const id = titleId ?? own
  return (
    <section
      aria-labelledby={id}
      className={classes(
        'grid grid-cols-1 gap-3 rounded-card border border-line bg-surface p-4 shadow-panel sm:p-6',
        className,
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={id} tabIndex={titleId === undefined ? undefined : -1} className="text-lg">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
