import type { ReactNode } from 'react'
import { GlassHouse } from './glass-house.tsx'

export interface EntryLayoutProps {
  title: string
  /** What one can do here, in a sentence or two. */
  intro: ReactNode
  /** Smaller letters for a page that is about a step, not about the product. */
  quiet?: boolean
  children: ReactNode
}

/** The pages for somebody who is not in yet: the glass house, and beside it what to do. */
export function EntryLayout({ title, intro, quiet = false, children }: EntryLayoutProps) {
  return (
    <div className="grid items-start gap-x-16 gap-y-6 lg:grid-cols-[5fr_4fr] lg:py-4 xl:gap-x-18">
      <GlassHouse />
      <div className="grid w-full max-w-115 gap-6 justify-self-center lg:justify-self-start lg:pt-6">
        <div className="grid gap-4">
          <h1 className={quiet ? 'text-2xl' : 'text-hero'}>{title}</h1>
          <p className="text-ink-soft">{intro}</p>
        </div>
        {children}
      </div>
    </div>
  )
}
