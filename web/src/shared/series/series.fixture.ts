import type { Series } from '@greenhouse/contract'

/** By default a temperature without a value. */
export function aSeries(more: Partial<Series> = {}): Series {
  return {
    seriesId: '0190a1b2-0000-4000-8000-0000000000aa',
    deviceId: '0190a1b2-0000-4000-8000-000000000001',
    metric: 'temperature',
    channel: '',
    label: 'Temperature',
    unit: '°C',
    visible: true,
    order: 0,
    calibration: null,
    calibratedAt: null,
    newest: null,
    raw: null,
    ...more,
  }
}
