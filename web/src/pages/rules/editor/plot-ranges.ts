import { DAY_MS } from '@greenhouse/contract'
import type { ChartRange } from '../../../ui/chart/chart-types.ts'
import { PREVIEW_DAYS } from '../preview/preview-query.ts'
import type { RuleGround, Trial } from '../preview/use-tried-rule.ts'

/** Shows only the time since the first reading while there are less than 30 days. */
export function shownRange({ range, days = PREVIEW_DAYS, history, silences }: RuleGround): ChartRange {
  const first = history?.time[0]
  if (days >= PREVIEW_DAYS - 1) return range
  return { from: first !== undefined && !silences ? first : range.to - days * DAY_MS, to: range.to }
}

/** Returns when the rule would have been broken. */
export function brokenOf({ own }: Trial, until: number): ChartRange[] {
  return (own?.episodes ?? []).map(({ openedAt, closedAt }) => ({ from: openedAt, to: closedAt ?? until }))
}
