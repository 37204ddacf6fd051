import type { ReactNode } from 'react'

/** Replaces the plot where no readings can be drawn. */
export function EmptyPlot({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="hatched grid min-h-58 place-items-center p-4 lg:min-h-96">
      <div className="grid max-w-[26.25rem] justify-items-center gap-2 rounded-card border border-line bg-surface px-6 py-6 text-center max-sm:px-4">
        <h2 className="font-sans text-md font-semibold tracking-normal wrap-anywhere">{title}</h2>
        {children}
      </div>
    </div>
  )
}
