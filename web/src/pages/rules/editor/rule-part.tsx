import type { ReactNode } from 'react'

export function RulePart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid justify-items-start gap-3 px-4 py-5 sm:px-6">
      <h2 className="font-sans text-md font-semibold tracking-normal">{title}</h2>
      {children}
    </section>
  )
}
