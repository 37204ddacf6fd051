import { MINUTE_MS, shownDifferenceOf, type Metric, type RuleKind } from '@greenhouse/contract'
import { useState } from 'react'
import type { TriedEpisode } from './firings.ts'
import { lastedMs } from './preview-facts.ts'
import { sensorOf } from '../../../shared/rule/sensor-choices.ts'
import { classes } from '../../../lib/classes.ts'
import { formatDuration } from '../../../lib/format-duration.ts'
import { formatNumber, formatTime, formatWeekday, withUnit } from '../../../lib/format.ts'
import { shownUnit, showValue } from '../../../shared/metric/show-value.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import type { RulePartProps } from '../rule-form.ts'

const FEW = 4

const WORST: Record<RuleKind, string | undefined> = {
  above: 'Highest',
  below: 'Lowest',
  outside: 'Furthest',
  changing: 'Change',
  silent: undefined,
}

interface FiringTableProps extends Pick<RulePartProps, 'draft' | 'reader'> {
  /** The newest first. */
  episodes: readonly TriedEpisode[]
}

export function FiringTable({ draft, reader, episodes }: FiringTableProps) {
  const now = useNow(MINUTE_MS)
  const [hasAll, setAll] = useState(false)
  const { metric } = sensorOf(reader.series, draft)
  const worst = WORST[draft.kind]
  const shown = hasAll ? episodes : episodes.slice(0, FEW)

  return (
    <div className="min-w-0">
      <table className="w-full text-sm">
        <caption className="sr-only">When it would have fired</caption>
        <thead>
          <tr className="text-ink-soft">
            <th scope="col" className="px-2 py-2 text-start font-medium">
              Would have fired
            </th>
            <th scope="col" className="px-2 py-2 text-end font-medium">
              Lasted
            </th>
            {worst !== undefined && (
              <th scope="col" className="px-2 py-2 text-end font-medium">
                {worst}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {shown.map((one) => (
            <tr key={one.openedAt} className="border-t border-line">
              <th scope="row" className="h-11 px-2 text-start font-normal whitespace-nowrap max-[22.5rem]:px-1">
                {formatWeekday(one.openedAt)} {formatTime(one.openedAt)}
              </th>
              <td
                className={classes(
                  'px-2 text-end whitespace-nowrap max-[22.5rem]:px-1',
                  one.closedAt === null && 'font-semibold',
                )}
              >
                {one.closedAt === null ? 'still open' : formatDuration(lastedMs(one, now))}
              </td>
              {worst !== undefined && (
                <td className="px-2 text-end font-semibold whitespace-nowrap max-[22.5rem]:px-1">
                  {worstWords(one, { metric, kind: draft.kind, celsius: reader.celsius })}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {episodes.length > shown.length && (
        <Button variant="ghost" dense className="m-2" onClick={() => setAll(true)}>
          Show {episodes.length - shown.length} more
        </Button>
      )}
    </div>
  )
}

interface WorstOptions {
  metric: Metric
  kind: RuleKind
  celsius: boolean
}

function worstWords({ worst }: TriedEpisode, { metric, kind, celsius }: WorstOptions): string {
  if (worst === null) return '–'
  if (kind === 'changing') {
    const difference = shownDifferenceOf(metric, celsius).fromStored(worst)
    return withUnit(formatNumber(difference, metric.decimals), shownUnit(metric, celsius))
  }
  const { text, unit } = showValue(metric, worst, celsius)
  return withUnit(text, unit)
}
