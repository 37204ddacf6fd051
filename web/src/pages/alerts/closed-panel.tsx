import type { Episode } from '@greenhouse/contract'
import { formatWeekday } from '../../lib/format.ts'
import { toCalendarDate } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { ClosedRow } from './closed-row.tsx'
import type { PanelProps } from './open-panel.tsx'
import type { OlderAlerts } from './use-alerts.ts'

interface ClosedPanelProps extends Omit<PanelProps, 'devices'> {
  more: OlderAlerts | undefined
}

export function ClosedPanel({ episodes, celsius, seenBefore, more }: ClosedPanelProps) {
  const days = Map.groupBy(episodes, ({ openedAt }) => toCalendarDate(openedAt))
  return (
    <section aria-label="Closed" className="overflow-hidden rounded-card border border-line bg-surface shadow-panel">
      <header className="px-4 py-4 sm:px-6">
        <h2 className="text-xl">Closed</h2>
      </header>
      {[...days].map(([date, ofDay]) => (
        <Day key={date} date={date} episodes={ofDay} celsius={celsius} seenBefore={seenBefore} />
      ))}
      {more && (
        <div className="grid justify-items-center border-t border-line p-3">
          <Button busy={more.isLoading} onClick={more.load}>
            Show older alerts
          </Button>
        </div>
      )}
    </section>
  )
}

interface DayProps extends Pick<ClosedPanelProps, 'celsius' | 'seenBefore'> {
  date: string
  episodes: readonly Episode[]
}

function Day({ date, episodes, celsius, seenBefore }: DayProps) {
  const name = dayWords(episodes[0]?.openedAt ?? date)
  return (
    <>
      <h3 className="border-y border-line bg-sunken/50 px-4 py-2.5 font-sans text-sm font-semibold tracking-normal text-ink-soft sm:px-6">
        {name}
      </h3>
      <ul aria-label={`Alerts of ${name}`} className="divide-y divide-line">
        {episodes.map((episode) => (
          <ClosedRow key={episode.episodeId} episode={episode} celsius={celsius} seenBefore={seenBefore} />
        ))}
      </ul>
    </>
  )
}

/** Returns `Mon 15 Jun`, with the year unless it is the current one. */
function dayWords(instant: string): string {
  const year = new Date(instant).getFullYear()
  return year === new Date().getFullYear() ? formatWeekday(instant) : `${formatWeekday(instant)} ${year}`
}
