import { metricById, SERIES_PER_DEVICE_MAX, type Calibration, type Metric } from '@greenhouse/contract'
import type { DeviceSensor, DeviceSensors, RawValue } from './device-sensors.ts'
import { sensorKey, type Sensor } from '../names/sensor-names.ts'
import { calibrationOf, slotsUpTo, type SeriesRow } from '../series-store.ts'

export interface OwnSeries extends DeviceSensor {
  readonly seriesId: string
  readonly deviceKey: number
  /** Its number in the time series. It changes when its values are deleted. */
  readonly slot: number
  /** Latest raw value; undefined for a metric without two points. */
  readonly raw: RawValue | undefined
}

/** A series that is not stored yet; `unit` is the board's own for a generic metric. */
export interface FreshSeries extends OwnSeries {
  readonly unit: string
}

interface Changing extends OwnSeries {
  seriesId: string
  slot: number
  calibration: Calibration
  raw: RawValue | undefined
}

/**
 * Series of one device. `fresh` ones have an id and a slot, but are not stored until just before their first value.
 */
export class DeviceSeries implements DeviceSensors<OwnSeries> {
  fresh: FreshSeries[] = []
  /** Whether it was used since the registry looked for devices to drop. */
  isUsed = true
  leafOffset = 0
  readonly #byKey = new Map<string, Changing>()
  readonly deviceKey: number
  readonly #newId: () => string
  #slots = 0

  /** @param slots how many slots the device has used at least, those of removed series among them */
  constructor(deviceKey: number, rows: readonly SeriesRow[], slots: number, newId: () => string) {
    this.deviceKey = deviceKey
    this.#newId = newId
    this.renew(rows, slots)
  }

  find({ key }: Pick<Sensor, 'key'>): OwnSeries | undefined {
    return this.#byKey.get(key)
  }

  add({ metric, channel, key }: Pick<Sensor, 'metric' | 'channel' | 'key'>, unit = ''): OwnSeries | undefined {
    if (this.#byKey.size >= SERIES_PER_DEVICE_MAX) return undefined
    const slot = this.nextSlot(metric)
    const series = {
      seriesId: this.#newId(),
      deviceKey: this.deviceKey,
      slot,
      metric,
      channel,
      key,
      calibration: null,
      raw: undefined,
      unit,
    }
    this.#byKey.set(key, series)
    this.fresh.push(series)
    return series
  }

  keepRaw({ key }: OwnSeries, raw: RawValue): void {
    const series = this.#byKey.get(key)
    if (series && raw.at >= (series.raw?.at ?? 0)) series.raw = raw
  }

  remove(seriesId: string): void {
    for (const [key, series] of this.#byKey) if (series.seriesId === seriesId) this.#byKey.delete(key)
  }

  all(): Iterable<OwnSeries> {
    return this.#byKey.values()
  }

  /** Returns an unused slot. Odd slots make the time series treat values of 0 and less as a missing sensor. */
  nextSlot(metric: Metric): number {
    return 2 * this.#slots++ + (metric.zeroIsMissing === true ? 1 : 0)
  }

  /**
   * Merges the stored state. A series not stored yet becomes the stored one of its sensor and yields its slot to
   * others; decoded values refer to the same objects.
   */
  renew(rows: readonly SeriesRow[], slots: number): void {
    const stored = new Set(rows.map(({ metric, channel }) => sensorKey(metric, channel)))
    this.fresh = this.fresh.filter(({ key }) => !stored.has(key))
    const kept = new Set([...stored, ...this.fresh.map(({ key }) => key)])
    for (const key of this.#byKey.keys()) if (!kept.has(key)) this.#byKey.delete(key)
    this.#slots = Math.max(this.#slots, slots)
    this.#takeOver(rows)
    const taken = new Set(rows.map(({ slot }) => slot))
    for (const { key, metric, slot } of this.fresh) {
      const series = this.#byKey.get(key)
      if (series && taken.has(slot)) series.slot = this.nextSlot(metric)
    }
  }

  #takeOver(rows: readonly SeriesRow[]): void {
    for (const row of rows) {
      const { slot, channel } = row
      const calibration = calibrationOf(row)
      const key = sensorKey(row.metric, channel)
      const known = this.#byKey.get(key)
      if (known) {
        // The raw value belongs to the values that were deleted.
        const raw = known.slot === slot ? known.raw : undefined
        Object.assign(known, { seriesId: row.id, slot, calibration, raw })
      } else {
        const its = { metric: metricById(row.metric), channel, key, calibration, raw: undefined }
        this.#byKey.set(key, { seriesId: row.id, deviceKey: this.deviceKey, slot, ...its })
      }
      this.#slots = Math.max(this.#slots, slotsUpTo(slot))
    }
  }
}
