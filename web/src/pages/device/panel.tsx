import { ChevronDown, type LucideIcon } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'
import { classes } from '../../lib/classes.ts'

interface PanelProps {
  title: string
  icon: LucideIcon
  /** At the end of the heading; on phones only while open. */
  aside?: ReactNode
  summary?: string | undefined
  isOpenFirst?: boolean
  /** Each change unfolds the panel. */
  openings?: number
  id?: string
  /** Removes the padding. */
  flush?: boolean
  children: ReactNode
}

/** A card, or on phones a row that unfolds. */
export function Panel({ title, icon: Icon, id, flush = false, children, ...more }: PanelProps) {
  const { aside, summary, isOpenFirst = false, openings = 0 } = more
  const [isOpen, setOpen] = useState(isOpenFirst)
  const [opened, setOpened] = useState(openings)
  if (opened !== openings) {
    setOpened(openings)
    setOpen(true)
  }
  const body = useId()
  return (
    <section
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      aria-label={title}
      className="min-w-0 scroll-mt-24 overflow-hidden border-line bg-surface max-lg:border-t lg:rounded-card lg:border lg:shadow-panel"
    >
      <header className="flex flex-wrap items-center justify-between gap-x-4 lg:gap-y-3 lg:px-6 lg:pt-5">
        <h2 className="text-lg max-lg:w-full">
          <span className="max-lg:hidden">{title}</span>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={body}
            onClick={() => setOpen(!isOpen)}
            className="flex min-h-14 w-full items-center gap-3 px-4 text-start font-sans text-md font-medium tracking-normal -outline-offset-2! lg:hidden"
          >
            <Icon aria-hidden className="size-4.5 shrink-0 text-ink-soft" />
            {title}
            <span className="ms-auto min-w-0 truncate text-sm font-normal text-ink-soft">{summary}</span>
            <ChevronDown aria-hidden className={classes('size-4 shrink-0 text-ink-soft', isOpen && 'rotate-180')} />
          </button>
        </h2>
        {aside !== undefined && (
          <div className={classes('max-lg:w-full max-lg:px-4', !isOpen && 'max-lg:hidden')}>{aside}</div>
        )}
      </header>
      <div
        id={body}
        className={classes(
          flush ? 'max-lg:pb-2' : 'px-4 pt-2 pb-5 lg:px-6 lg:pt-4 lg:pb-6',
          flush && 'lg:pt-3',
          !isOpen && 'max-lg:hidden',
        )}
      >
        {children}
      </div>
    </section>
  )
}
