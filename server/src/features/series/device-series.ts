import { metricById, SERIES_PER_DEVICE_MAX, type Calibration, type Metric } from '@greenhouse/contract'
import type { DeviceSensor, DeviceSensors } from './message-values.ts'
import type { Sensor } from './sensor-names.ts'
import { calibrationOf, type SeriesRow } from './series-store.ts'

/** A series of a device, in memory. */
export interface OwnSeries extends DeviceSensor {
  readonly seriesId: string
  readonly deviceKey: number
  /** Its number in platform/timeseries. It changes when its values are deleted. */
  readonly slot: number
}

interface Changing extends OwnSeries {
  slot: number
  calibration: Calibration
}

/**
 * The series of one device. A series that is added has its id and slot at once, and is stored before the first value of it
 * is; `fresh` are those that are not stored yet.
 */
export class DeviceSeries implements DeviceSensors<OwnSeries> {
  fresh: OwnSeries[] = []
  /** Whether it was used since the registry looked for devices to drop. */
  isUsed = true
  readonly #byKey = new Map<string, Changing>()
  readonly #deviceKey: number
  readonly #newId: () => string
  #slots = 0

  constructor(deviceKey: number, rows: readonly SeriesRow[], newId: () => string) {
    this.#deviceKey = deviceKey
    this.#newId = newId
    this.renew(rows)
  }

  find({ key }: Pick<Sensor, 'key'>): OwnSeries | undefined {
    return this.#byKey.get(key)
  }

  /** Returns the new series; undefined when the device has as many as it may have. */
  add({ metric, channel, key }: Pick<Sensor, 'metric' | 'channel' | 'key'>): OwnSeries | undefined {
    if (this.#byKey.size >= SERIES_PER_DEVICE_MAX) return undefined
    const slot = this.nextSlot(metric)
    const series = {
      seriesId: this.#newId(),
      deviceKey: this.#deviceKey,
      slot,
      metric,
      channel,
      key,
      calibration: null,
    }
    this.#byKey.set(key, series)
    this.fresh.push(series)
    return series
  }

  all(): Iterable<OwnSeries> {
    return this.#byKey.values()
  }

  /**
   * Returns a slot that was never used. An odd one means, for platform/timeseries, that values of 0 and less stand for a
   * missing sensor.
   */
  nextSlot(metric: Metric): number {
    return 2 * this.#slots++ + (metric.zeroIsMissing === true ? 1 : 0)
  }

  /** Takes over what is stored: new series, slots and calibrations. */
  renew(rows: readonly SeriesRow[]): void {
    for (const row of rows) {
      const { slot, channel } = row
      const calibration = calibrationOf(row)
      const key = channel === '' ? row.metric : `${row.metric} ${channel}`
      const known = this.#byKey.get(key)
      if (known) Object.assign(known, { slot, calibration })
      else {
        const metric = metricById(row.metric)
        this.#byKey.set(key, { seriesId: row.id, deviceKey: this.#deviceKey, slot, metric, channel, key, calibration })
      }
      this.#slots = Math.max(this.#slots, Math.floor(slot / 2) + 1)
    }
  }
}
