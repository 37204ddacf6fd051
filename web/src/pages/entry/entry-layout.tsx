import type { ReactNode } from 'react'

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

/** Animated unless reduced motion is preferred. */
function GlassHouse() {
  return (
    <div
      aria-hidden
      className="glass-house relative overflow-hidden border-7 border-surface bg-leaf-wash shadow-dialog max-lg:h-45 lg:sticky lg:top-8 lg:aspect-[23/24]"
    >
      {/* Phones show only the tips of the leaves. */}
      <svg
        viewBox="0 0 460 488"
        className="absolute inset-x-0 -top-24 w-full sm:max-lg:-top-48 lg:inset-0 lg:size-full"
      >
        <circle cx="346" cy="106" r="40" className="slow-light fill-sun" />
        <g className="fill-leaf">
          <path d="M34 488C26 360 40 240 84 186c26 66 24 170 12 302Z" className="opacity-90" />
          <path d="M88 488c10-110 44-184 134-224 4 76-34 158-92 224Z" className="opacity-72" />
          <path d="M168 488C120 440 92 396 88 346c48 30 74 84 78 142Z" className="opacity-55" />
          <path d="M250 488C228 372 240 246 324 162c26 90 4 216-38 326Z" className="opacity-66" />
          <path d="M306 488c18-84 62-142 146-170-2 70-44 132-92 170Z" className="opacity-85" />
        </g>
      </svg>
      <svg
        viewBox="0 0 460 480"
        preserveAspectRatio="none"
        className="absolute inset-0 size-full fill-none stroke-surface"
      >
        <path
          d="M68 0V480M146 0V480M226 0V480M306 0V480M386 0V480M0 240H460"
          className={BARS}
          vectorEffect="non-scaling-stroke"
        />
        <path d="M0 120H460M0 360H460" className={`${BARS} max-lg:hidden`} vectorEffect="non-scaling-stroke" />
      </svg>
    </div>
  )
}

const BARS = 'stroke-4 lg:stroke-6'
