import type { ReactNode } from 'react'
import { Link } from 'wouter'

interface StatCardProps {
  icon: ReactNode
  label: string
  value: ReactNode
  note?: ReactNode
  to: string
}

export function StatCard({ icon, label, value, note, to }: StatCardProps) {
  return (
    <article
      aria-label={label}
      className="relative flex min-h-20 items-center gap-4 rounded-card border border-line bg-surface px-4 py-3 transition-colors hover:border-line-strong max-[22.5rem]:flex-col max-[22.5rem]:items-start max-[22.5rem]:gap-1 sm:px-6"
    >
      {icon}
      <div className="min-w-0 grow max-[22.5rem]:w-full">
        <p className="text-sm text-ink-soft">
          <Link to={to} className="after:absolute after:inset-0 after:rounded-card">
            {label}
          </Link>
        </p>
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <p className="min-h-8 text-xl font-semibold">{value}</p>
          {note !== undefined && <p className="min-h-5 text-sm text-ink-soft max-lg:basis-full">{note}</p>}
        </div>
      </div>
    </article>
  )
}
