import type { Episode } from '@greenhouse/contract'
import { sensorKey } from '../../shared/history/history-series.ts'
import { toCalendarDate } from '../../lib/dates.ts'

/** Returns the chart of the episode's days, or of the last 24 hours while it is open. Undefined without a series. */
export function historyPath({ deviceId, metric, channel, openedAt, closedAt }: Episode): string | undefined {
  if (deviceId === null || metric === null) return undefined
  const tab = sensorKey({ metric: { id: metric }, channel: channel ?? '' })
  const search = new URLSearchParams({ device: deviceId, tab })
  if (closedAt === null) search.set('range', '24h')
  else {
    search.set('from', toCalendarDate(openedAt))
    search.set('to', toCalendarDate(closedAt))
  }
  return `/history?${search}`
}
