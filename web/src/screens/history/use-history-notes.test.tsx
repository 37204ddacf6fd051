import { metricById, type Alert, type Rule } from '@greenhouse/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, test } from 'vitest'
import { deviceAlerts, deviceAlertsBetween } from '../../features/alerts/alert-queries.ts'
import { ruleList } from '../../features/conditions/rule-queries.ts'
import type { HistorySeries } from '../../features/history/history-series.ts'
import { wateringsQuery } from '../../features/plants/plant-queries.ts'
import { useHistoryNotes, type HistoryNotes } from './use-history-notes.ts'

const range = { from: '2026-06-10T00:00:00.000Z', to: '2026-06-11T00:00:00.000Z' }
const seriesOf = (deviceId: string, metric: string, channel = ''): HistorySeries => ({
  id: `${deviceId}.${metric}${channel}`,
  deviceId,
  deviceName: deviceId,
  metric: metricById(metric),
  channel,
  label: metric,
  isVisible: true,
})
const soil = seriesOf('a', 'soilMoisture', '2')
const temperature = seriesOf('b', 'temperature')
const ruleOf = ({ id, deviceId }: HistorySeries, more: Partial<Rule>): Rule => ({
  ruleId: `${id} rule`,
  seriesId: id,
  deviceId,
  kind: 'below',
  limit: 25,
  clearAt: 25,
  holdSeconds: 0,
  isBroken: false,
  ...more,
})
const alertOf = ({ id, deviceId }: HistorySeries, hour: number, more: Partial<Alert> = {}): Alert => ({
  alertId: `${id} ${hour}`,
  alertName: 'An alert',
  alertDesc: `Alert of ${id}`,
  alertTime: new Date(Date.parse(range.from) + hour * 3_600_000).toISOString(),
  alertPlantConditionId: null,
  alertDeviceConditionId: `${id} rule`,
  deviceId,
  seriesId: id,
  sensorType: null,
  ...more,
})

interface Known {
  readonly rules?: readonly Rule[]
  /** The newest alerts, and those of the range. */
  readonly alerts?: readonly Alert[]
  readonly ofRange?: readonly Alert[]
}

function notesOf(series: readonly HistorySeries[], { rules = [], alerts = [], ofRange = [] }: Known): HistoryNotes {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(ruleList.queryKey, [...rules])
  client.setQueryData(wateringsQuery(range).queryKey, [])
  const devices = [...new Set(series.map(({ deviceId }) => deviceId))]
  client.setQueryData(deviceAlerts(devices).queryKey, [...alerts])
  client.setQueryData(deviceAlertsBetween(devices, range).queryKey, [...ofRange])
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return renderHook(() => useHistoryNotes(series, { range, celsius: false }), { wrapper }).result.current
}

describe('what is drawn into a chart', () => {
  test('are the limits of every series on it, whatever its metric, and of no other', () => {
    const other = seriesOf('a', 'soilMoisture', '3')
    const rules = [ruleOf(soil, {}), ruleOf(other, {}), ruleOf(temperature, { kind: 'above', limit: 30 })]
    const { limits } = notesOf([soil, temperature], { rules })
    expect(limits.map(({ seriesId, operator, value }) => [seriesId, operator, value])).toEqual([
      [soil.id, '<=', 25],
      [temperature.id, '>=', 86],
    ])
  })

  test('are the alerts of every series on it, and of no other', () => {
    const other = seriesOf('a', 'soilMoisture', '3')
    const all = [alertOf(soil, 1), alertOf(other, 2), alertOf(temperature, 3)]
    const { alerts } = notesOf([soil, temperature], { alerts: all })
    expect(alerts.map(({ seriesId }) => seriesId)).toEqual([soil.id, temperature.id])
  })

  test('are alerts from before series had them, by their device and sensor type', () => {
    const old = { seriesId: null, sensorType: 'Temperature' }
    const all = [alertOf(temperature, 1, old), alertOf(soil, 2, old)]
    const { alerts } = notesOf([soil, temperature], { alerts: all })
    expect(alerts.map(({ seriesId }) => seriesId)).toEqual([temperature.id])
  })

  test('are those of a range before the newest two hundred of a device, each once', () => {
    const newest = Array.from({ length: 200 }, (_, index) => alertOf(temperature, 220 - index))
    const ofRange = [alertOf(temperature, 21), alertOf(temperature, 12), alertOf(temperature, 3)]
    const { alerts } = notesOf([temperature], { alerts: newest, ofRange })
    expect(alerts).toHaveLength(202)
    expect(alerts.slice(-2).map(({ at }) => (at - Date.parse(range.from)) / 3_600_000)).toEqual([12, 3])
    // A device with fewer has none before them.
    expect(notesOf([temperature], { alerts: newest.slice(0, 199), ofRange }).alerts).toHaveLength(199)
  })
})

describe('an alert of a chart', () => {
  test('has the limit of its condition, and when that was reached again', () => {
    const rules = [ruleOf(temperature, { kind: 'above', limit: 30, isBroken: true })]
    const { alerts } = notesOf([temperature], {
      rules,
      alerts: [alertOf(temperature, 5), alertOf(temperature, 1)],
    })
    const [newest, first] = alerts
    expect(newest?.opening).toMatchObject({ kind: 'above', limit: 86, next: undefined, isOpen: true })
    expect(first?.opening).toMatchObject({ next: newest?.at, isOpen: false })
  })

  test('has none once its condition is gone', () => {
    expect(notesOf([temperature], { alerts: [alertOf(temperature, 1)] }).alerts[0]?.opening).toBeUndefined()
  })
})
