import { DAY_MS, metricOfSeries, type Device, type Series, type SeriesHistory } from '@greenhouse/contract'
import { readStored, store, STORED } from '../../lib/storage.ts'
import { extremesOf } from '../../shared/series/device-tiles.ts'

/** The card is of no interest later. */
const SHOWN_DAYS = 7

export interface FirstDevice {
  readonly device: Device
  /** Its first temperature. */
  readonly series: Series
}

/** Returns the oldest device of a household, from its second day to its seventh, until its card is closed. */
export function firstDevice(
  devices: readonly Device[],
  series: readonly Series[],
  now: number,
): FirstDevice | undefined {
  const [device] = devices.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))
  if (!device || readStored(STORED.firstDay) === device.deviceId) return undefined
  const age = now - Date.parse(device.createdAt)
  const temperature = series.find((one) => one.deviceId === device.deviceId && one.metric === 'temperature')
  if (age < DAY_MS || age > SHOWN_DAYS * DAY_MS || !temperature) return undefined
  return { device, series: temperature }
}

export function closeFirstDay({ deviceId }: Pick<Device, 'deviceId'>): void {
  store(STORED.firstDay, deviceId)
}

/** In the metric's unit, times in milliseconds since 1970. */
export interface FirstDayFacts {
  readonly from: number
  readonly lowest: number
  readonly highest: number
  readonly coldestAt: number
  /** Of these 24 hours only. */
  readonly history: SeriesHistory
}

/** Returns what the first 24 hours brought; undefined until they have passed. */
export function firstDayFacts(history: SeriesHistory, series: Series, now: number): FirstDayFacts | undefined {
  const [from] = history.time
  if (from === undefined || now - from < DAY_MS) return undefined
  const count = history.time.filter((time) => time < from + DAY_MS).length
  const { mean, min = mean, max = mean } = history
  const day = { mean: mean.slice(0, count), min: min.slice(0, count), max: max.slice(0, count) }
  const extremes = extremesOf(day, metricOfSeries(series))
  if (!extremes) return undefined
  return {
    from,
    lowest: extremes.min,
    highest: extremes.max,
    coldestAt: history.time[min.indexOf(extremes.min)] ?? from,
    history: { ...history, ...day, time: history.time.slice(0, count) },
  }
}
