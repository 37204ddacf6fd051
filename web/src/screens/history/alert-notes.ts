import type { Alert, Rule } from '@greenhouse/contract'
import type { Opening } from '../../features/history/episode.ts'
import type { HistorySeries } from '../../features/history/history-series.ts'
import { formatDateTime } from '../../lib/format.ts'
import { shownNumber } from '../../lib/show-value.ts'

/** An alert of a series on the page. */
export interface AlertNote {
  readonly seriesId: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly words: string
  /** Undefined where the condition no longer exists, or is on another series now. */
  readonly opening: Opening | undefined
}

interface AlertNotesInput {
  readonly alerts: readonly Alert[]
  readonly rules: readonly Rule[]
  readonly celsius: boolean
}

/** The alerts of series, each with the condition that it came from. */
export function alertNotes(series: readonly HistorySeries[], { alerts, rules, celsius }: AlertNotesInput): AlertNote[] {
  const timesOf = Map.groupBy(alerts.map(ruleAndTime), ({ ruleId }) => ruleId)
  return alerts.flatMap((alert): AlertNote[] => {
    const one = series.find((known) => isOf(alert, known))
    if (!one) return []
    const { ruleId, at } = ruleAndTime(alert)
    const words = `${formatDateTime(at)}, Alert: ${alert.alertDesc || alert.alertName}`
    const rule = rules.find((known) => known.ruleId === ruleId && known.seriesId === one.id)
    if (!rule) return [{ seriesId: one.id, at, words, opening: undefined }]
    const later = timesOf.get(ruleId)?.flatMap((other) => (other.at > at ? [other.at] : [])) ?? []
    const next = later.length > 0 ? Math.min(...later) : undefined
    const limit = shownNumber(one.metric, rule.limit, celsius)
    const opening = { at, kind: rule.kind, limit, next, isOpen: rule.isBroken && next === undefined }
    return [{ seriesId: one.id, at, words, opening }]
  })
}

function ruleAndTime({ alertDeviceConditionId, alertTime }: Alert): { ruleId: string | null; at: number } {
  return { ruleId: alertDeviceConditionId, at: Date.parse(alertTime) }
}

/** An alert from before series had alerts has no series, only the sensor type of the one without a channel. */
function isOf({ deviceId, seriesId, sensorType }: Alert, one: HistorySeries): boolean {
  if (seriesId !== null) return one.id === seriesId
  return one.deviceId === deviceId && one.channel === '' && one.metric.sensorType === sensorType
}
