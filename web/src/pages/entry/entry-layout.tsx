import type { ReactNode } from 'react'
import { GlassHouse } from './glass-house.tsx'

interface EntryLayoutProps {
  title: string
  intro: ReactNode
  /** Uses a smaller title. */
  quiet?: boolean
  children: ReactNode
}

export function EntryLayout({ title, intro, quiet = false, children }: EntryLayoutProps) {
  return (
    <div className="grid items-start gap-x-16 gap-y-6 lg:grid-cols-[5fr_4fr] lg:py-4 xl:gap-x-18">
      <GlassHouse />
      <div className="grid w-full max-w-115 gap-6 justify-self-center lg:max-w-none lg:justify-self-start lg:pt-6">
        <div className="grid gap-4">
          <h1 className={quiet ? 'text-2xl' : 'text-hero'}>{title}</h1>
          <p className="text-ink-soft">{intro}</p>
        </div>
        {children}
      </div>
    </div>
  )
}
