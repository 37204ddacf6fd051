import { joinRepeats, type Episode } from '@greenhouse/contract'
import { useDeferredValue, useMemo, type ReactNode } from 'react'
import { toCalendarDate } from '../../lib/dates.ts'
import { formatWeekday } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { ClosedRow } from './closed-row.tsx'
import type { PanelProps } from './open-panel.tsx'

/** Enough for a screen; the rest follows in a task of its own. */
const PAINTED_FIRST = 8

/** Skips rows out of sight in layout and paint. */
const FAR =
  '[&>:nth-child(n+9)]:[content-visibility:auto] [&>:nth-child(n+9)]:[contain-intrinsic-block-size:auto_3.75rem]'

interface ClosedPanelProps extends PanelProps {
  title?: string
  /** `31 in 2026`. */
  aside: string
  more: ReactNode
}

/** Lists alerts with repeats joined. The date is in the first row of each day. */
export function ClosedPanel({ title = 'Closed', aside, episodes, celsius, seenBefore, more }: ClosedPanelProps) {
  const joined = useMemo(() => joinRepeats(episodes, toCalendarDate), [episodes])
  const isWhole = useDeferredValue(true, false)
  const shown = isWhole ? joined : joined.slice(0, PAINTED_FIRST)
  return (
    <section aria-label={title} className="overflow-hidden rounded-card border border-line bg-surface shadow-panel">
      <header className="flex min-h-15 flex-wrap items-center justify-between gap-x-4 px-4 py-3 sm:px-6">
        <h2 className="text-lg">{title}</h2>
        <p className="text-sm text-ink-soft">{aside}</p>
      </header>
      {shown.length > 0 && (
        <ul className={FAR} aria-label={title === 'Closed' ? 'Closed alerts' : `Alerts of ${title}`}>
          {shown.map(({ first, all }, index) => (
            <ClosedRow
              key={first.episodeId}
              all={all}
              celsius={celsius}
              seenBefore={seenBefore}
              date={dayOf(first) === dayOf(shown[index - 1]?.first) ? undefined : dayWords(first.openedAt)}
            />
          ))}
        </ul>
      )}
      {isWhole && more}
    </section>
  )
}

function dayOf(episode: Episode | undefined): string | undefined {
  return episode && toCalendarDate(episode.openedAt)
}

/** Returns `Mon 15 Jun`, with the year unless it is the current one. */
export function dayWords(instant: string | number): string {
  const year = new Date(instant).getFullYear()
  return year === new Date().getFullYear() ? formatWeekday(instant) : `${formatWeekday(instant)} ${year}`
}

export function MoreButton({ busy, onMore, children }: { busy: boolean; onMore: () => void; children: ReactNode }) {
  return (
    <div className="grid border-t border-line p-2 print:hidden">
      <Button variant="ghost" busy={busy} onClick={onMore} className="border-0! text-leaf!">
        {children}
      </Button>
    </div>
  )
}
