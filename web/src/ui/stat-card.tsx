import type { ReactNode } from 'react'

export interface StatCardProps {
  icon: ReactNode
  label: string
  value: ReactNode
  /** Small and to the right. */
  note?: ReactNode
}

/** One number or word, with its sign and name. */
export function StatCard({ icon, label, value, note }: StatCardProps) {
  return (
    <article
      aria-label={label}
      className="flex min-h-20 items-center gap-4 rounded-card border border-line bg-surface px-4 py-3 sm:px-6"
    >
      {icon}
      <div className="min-w-0 grow">
        <p className="text-sm text-ink-soft">{label}</p>
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <p className="min-h-8 text-xl font-semibold">{value}</p>
          {note !== undefined && <p className="text-sm text-ink-soft">{note}</p>}
        </div>
      </div>
    </article>
  )
}
