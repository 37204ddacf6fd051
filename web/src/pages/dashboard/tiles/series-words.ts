import { isMissing } from '@greenhouse/contract'
import { formatAge, formatDateTime, formatNumber, withUnit } from '../../../lib/format.ts'
import { showValue, shownNumber } from '../../../shared/metric/show-value.ts'
import type { SeriesState } from '../../../shared/liveness/state-sign.tsx'
import { brokenLimit, type SeriesTile } from '../../../shared/series/series-tile.ts'

/** Decimals of a limit; a form accepts no more. */
const LIMIT_DECIMALS = 2

/** Returns `21,4` and `°C`, or `N/A`. */
export function newestWords({ metric, newest }: SeriesTile, celsius: boolean): { text: string; unit: string } {
  return showValue(metric, newest?.value, celsius)
}

/** In the displayed unit: `above 30`, `below 5`, `at 30`. */
export interface Reason {
  readonly side: 'above' | 'below'
  /** `at` of a value that equals the limit. */
  readonly where: 'above' | 'below' | 'at'
  readonly limit: string
}

/** Returns the limit that the value breaks, if any. */
export function reasonOf(tile: SeriesTile, celsius: boolean): Reason | undefined {
  const { metric, newest, limits } = tile
  const broken = isMissing(metric, newest?.value) ? undefined : brokenLimit(newest?.value, limits)
  if (!broken) return undefined
  const limit = Number(shownNumber(metric, broken.limit, celsius).toFixed(LIMIT_DECIMALS))
  const decimals = Math.min(String(limit).split('.')[1]?.length ?? 0, LIMIT_DECIMALS)
  const where = newest?.value === broken.limit ? 'at' : broken.side
  return { side: broken.side, where, limit: formatNumber(limit, decimals) }
}

/** Returns `Temperature, North end, 34,1 °C, above the limit of 30, 12 seconds ago`. */
export function spokenTile(tile: SeriesTile, { state, now, celsius }: Spoken): string {
  const { text, unit } = newestWords(tile, celsius)
  const reason = reasonOf(tile, celsius)
  return [
    tile.label,
    tile.deviceName,
    withUnit(text, unit),
    reason && `${reason.where} the limit of ${reason.limit}`,
    stateWords(tile.newest?.time, state, now),
  ]
    .filter((part) => part !== undefined)
    .join(', ')
}

interface Spoken {
  readonly state: SeriesState
  readonly now: number
  readonly celsius: boolean
}

function stateWords(time: number | undefined, state: SeriesState, now: number): string {
  if (time === undefined) return 'no reading yet'
  if (state === 'silent') return `silent since ${formatDateTime(time)}`
  return state === 'late' ? `late, ${formatAge(now - time)}` : formatAge(now - time)
}
