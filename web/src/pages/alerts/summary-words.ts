import type { Episode } from '@greenhouse/contract'
import type { AlertFilter } from '../../shared/query-keys.ts'
import { formatDateTime } from '../../lib/format.ts'

/** Returns `2 open, 1 of them acknowledged.`, or '' if there never was an alert. */
export function openWords(open: readonly Episode[], closed: readonly Episode[]): string {
  if (open.length + closed.length === 0) return ''
  const known = open.filter(({ acknowledgedAt }) => acknowledgedAt !== null).length
  const acknowledged = known === 0 ? '' : known === open.length ? ', acknowledged' : `, ${known} of them acknowledged`
  return open.length === 0 ? 'None open.' : `${open.length} open${acknowledged}.`
}

/** Returns `The last one closed 15/06/2026, 06.50.`, or '' if none has closed. */
export function closedWords(closed: readonly Episode[]): string {
  const last = closed
    .filter(({ kind }) => kind !== 'note')
    .reduce((latest, { closedAt }) => (closedAt !== null && closedAt > latest ? closedAt : latest), '')
  return last === '' ? '' : `The last one closed ${formatDateTime(last)}.`
}

interface FoundAlerts {
  readonly count: number
  readonly hasMore: boolean
  readonly deviceName: string
  /** Undefined for all places. */
  readonly placeName?: string | undefined
}

/** Returns `12 critical alerts of Bench 3 in 2025` or `50+ alerts in 2025`; '' without a filter. */
export function filterWords(
  { year, severity, deviceId }: AlertFilter,
  { count, hasMore, deviceName, placeName }: FoundAlerts,
): string {
  if (year === undefined && severity === undefined && deviceId === undefined && placeName === undefined) return ''
  const number = count === 0 ? 'No' : `${count}${hasMore ? '+' : ''}`
  const parts = [
    number,
    severity,
    count === 1 && !hasMore ? 'alert' : 'alerts',
    deviceId === undefined ? undefined : `of ${deviceName}`,
    placeName === undefined ? undefined : `in ${placeName}`,
    year === undefined ? undefined : `in ${year}`,
  ]
  return parts.filter((part) => part !== undefined).join(' ')
}
