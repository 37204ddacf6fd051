import type { ReactNode } from 'react'

export type PanelId = 'needs-attention' | 'to-do' | 'first-steps'

interface PanelProps {
  id: string
  title: string
  /** At the right of the title. */
  aside?: ReactNode
  children: ReactNode
}

/** Its headline takes the focus of a jump. */
export function Panel({ id, title, aside, children }: PanelProps) {
  return (
    <section
      aria-labelledby={id}
      className="min-w-0 overflow-hidden rounded-card border border-line bg-surface shadow-panel"
    >
      <header className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 px-4 py-2 sm:px-5">
        <h2 id={id} tabIndex={-1} className="scroll-mt-20 text-lg [word-spacing:0.1em]">
          {title}
        </h2>
        {aside !== undefined && <div className="text-sm text-ink-soft">{aside}</div>}
      </header>
      {children}
    </section>
  )
}

/** Moves the view and the focus to a panel. */
export function jumpTo(id: PanelId): void {
  const title = document.getElementById(id)
  title?.scrollIntoView()
  title?.focus({ preventScroll: true })
}
