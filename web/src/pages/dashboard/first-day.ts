import {
  DAY_MS,
  HOUR_MS,
  metricOfSeries,
  MINUTE_MS,
  type Device,
  type Series,
  type SeriesHistory,
} from '@greenhouse/contract'
import { readStored, store, STORED } from '../../lib/storage.ts'
import { extremesOf } from '../../shared/series/device-tiles.ts'
import { newestTimeOf } from '../../shared/series/newest-values.ts'
import type { SeriesDay } from '../../shared/series/series-tile.ts'

/** °C. Tender plants suffer at the first frost on the ground, which is colder than the air of a sensor. */
export const FROST_LIMIT = 2

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
  const device = oldestOf(devices)
  if (!device || readStored(STORED.firstDay) === device.deviceId) return undefined
  const age = now - Date.parse(device.createdAt)
  const temperature = series.find((one) => one.deviceId === device.deviceId && one.metric === 'temperature')
  if (age < DAY_MS || age > SHOWN_DAYS * DAY_MS || !temperature) return undefined
  return { device, series: temperature }
}

function oldestOf(devices: readonly Device[]): Device | undefined {
  return devices.toSorted((one, other) => one.createdAt.localeCompare(other.createdAt))[0]
}

/** The first day of a household, while its readings are of less than 24 hours. */
export interface DaySoFar {
  readonly device: Device
  /** Its first temperature; undefined without one. */
  readonly series: Series | undefined
  /** The first reading, or the making of the device while that is unknown; milliseconds since 1970. */
  readonly since: number
}

/** Returns whether the oldest device of a household is younger than a day. */
export function isNewHousehold(devices: readonly Device[], now: number): boolean {
  const device = oldestOf(devices)
  return device !== undefined && now - Date.parse(device.createdAt) < DAY_MS
}

interface Beginning {
  readonly deviceId: string
  readonly day: Pick<SeriesDay, 'from' | 'isFirst'> | undefined
}

/** Returns the first day of the oldest device of a household, once it has sent a reading. `tiles` are of any device. */
export function daySoFar(
  devices: readonly Device[],
  { series, tiles, now }: { series: readonly Series[]; tiles: readonly Beginning[]; now: number },
): DaySoFar | undefined {
  const device = oldestOf(devices)
  if (!device || !isNewHousehold(devices, now)) return undefined
  if (newestTimeOf(series, device.deviceId) === null) return undefined
  const own = series.filter(({ deviceId }) => deviceId === device.deviceId)
  const days = tiles.flatMap(({ deviceId, day }) => (deviceId === device.deviceId && day ? [day] : []))
  // A gateway may have sent older readings of a new device.
  if (days.some(({ isFirst }) => !isFirst)) return undefined
  const starts = days.map(({ from }) => from)
  return {
    device,
    series: own.find(({ metric }) => metric === 'temperature'),
    since: Math.min(...(starts.length > 0 ? starts : [Date.parse(device.createdAt)])),
  }
}

/** Returns `North end has sent for 23 minutes. Lines grow to 24 hours from here.` */
export function soFarSentence({ device, since }: DaySoFar, now: number): string {
  const minutes = Math.max(Math.floor((now - since) / MINUTE_MS), 1)
  const hours = Math.floor((now - since) / HOUR_MS)
  const [count, unit] = hours > 0 ? [hours, 'hour'] : [minutes, 'minute']
  return `${device.deviceName} has sent for ${count} ${unit}${count === 1 ? '' : 's'}. Lines grow to 24 hours from here.`
}

export function areFirstStepsHidden({ deviceId }: Pick<Device, 'deviceId'>): boolean {
  return readStored(STORED.firstSteps) === deviceId
}

export function hideFirstSteps({ deviceId }: Pick<Device, 'deviceId'>): void {
  store(STORED.firstSteps, deviceId)
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
