import { boardMetrics, type BoardMetricId, type Metric } from '@greenhouse/contract'
import { isUniqueViolation } from '../../../platform/db/errors.ts'
import type { Db } from '../../../platform/db/schema.ts'
import { Serial } from '@greenhouse/timeseries'
import { DeviceSeries, type OwnSeries } from './device-series.ts'
import type { DeviceSensors, RawValue } from './device-sensors.ts'
import { sensorKey, SensorNames } from '../names/sensor-names.ts'
import { listLeafOffsets } from '../device-place-store.ts'
import { countSlots, insertSeries, listSeriesOf } from '../series-store.ts'

/** Devices whose series stay in memory, at about 1 KB each. */
const DEVICES_MAX = 50_000
/** Devices whose series are read in one statement: who stores new ones waits for it. */
const READ_AT_ONCE = 100

interface Options {
  readonly most?: number
  readonly onStored?: (deviceKeys: readonly number[]) => void
}

/** Series of sending devices, in memory, so that decoding never waits for the database. */
export class SeriesRegistry {
  readonly names = new SensorNames()
  readonly #devices = new Map<number, DeviceSeries>()
  readonly #loading = new Map<number, Promise<DeviceSeries>>()
  readonly #storing = new Serial()
  readonly #db: Db
  readonly #newId: () => string
  readonly #most: number
  readonly #onStored: (deviceKeys: readonly number[]) => void

  /** @param options.onStored called with the devices whose series were stored */
  constructor(db: Db, newId: () => string, { most = DEVICES_MAX, onStored = () => {} }: Options = {}) {
    this.#db = db
    this.#newId = newId
    this.#most = most
    this.#onStored = onStored
  }

  isLoaded(deviceKey: number): boolean {
    return this.#devices.has(deviceKey)
  }

  load(deviceKey: number): Promise<DeviceSeries> {
    const known = this.#devices.get(deviceKey)
    if (known) return Promise.resolve(known)
    const loading = this.#loading.get(deviceKey) ?? this.#load(deviceKey)
    this.#loading.set(deviceKey, loading)
    return loading
  }

  /** Returns the sensors of a device that is loaded. Throws for another one. */
  sensorsOf(deviceKey: number): DeviceSensors<OwnSeries> {
    const device = this.#devices.get(deviceKey)
    if (!device) throw new Error(`The series of device ${deviceKey} are not loaded.`)
    device.isUsed = true
    return device
  }

  /** Stores new series. Call it before a value of them is stored; the next call retries after a failure. */
  async storeNew(deviceKeys: Iterable<number>): Promise<void> {
    const adding = [...deviceKeys].flatMap((deviceKey) => this.#devices.get(deviceKey) ?? [])
    if (adding.every(({ fresh }) => fresh.length === 0)) return
    await this.#storing.run(() => this.#store(adding))
  }

  hasNew(deviceKey: number): boolean {
    return (this.#devices.get(deviceKey)?.fresh.length ?? 0) > 0
  }

  /** Another process may have stored the same sensor, or another one in the same slot, since the series were read. */
  async #store(adding: readonly DeviceSeries[]): Promise<void> {
    try {
      await this.#insert(adding)
    } catch (error) {
      if (!isUniqueViolation(error)) throw error
      await this.#read(adding.filter(({ fresh }) => fresh.length > 0))
      await this.#insert(adding)
    }
  }

  async #insert(adding: readonly DeviceSeries[]): Promise<void> {
    const fresh = adding.flatMap((device) => device.fresh)
    if (fresh.length === 0) return
    await insertSeries(
      this.#db,
      fresh.map(({ metric, ...series }) => ({ ...series, metricId: metric.id, visible: metric.isGeneric !== true })),
    )
    for (const device of adding) device.fresh = device.fresh.filter((series) => !fresh.includes(series))
    this.#onStored([...new Set(fresh.map(({ deviceKey }) => deviceKey))])
  }

  /** Finds or adds a sensor, the only one of its metric by default; undefined at the device's limit. */
  async seriesFor(deviceKey: number, metric: Metric, channel = ''): Promise<string | undefined> {
    const device = await this.load(deviceKey)
    const sensor = { metric, channel, key: sensorKey(metric.id, channel) }
    const series = device.find(sensor) ?? device.add(sensor)
    await this.storeNew([deviceKey])
    return series?.seriesId
  }

  /** Takes over what was changed in the database, while no series is being stored: it would be taken for removed. */
  async renew(deviceKeys: readonly number[]): Promise<void> {
    // A load in progress may have read the old state.
    await Promise.allSettled(deviceKeys.flatMap((deviceKey) => this.#loading.get(deviceKey) ?? []))
    const loaded = [...new Set(deviceKeys)].flatMap((key) => this.#devices.get(key) ?? [])
    for (let from = 0; from < loaded.length; from += READ_AT_ONCE)
      await this.#storing.run(() => this.#read(loaded.slice(from, from + READ_AT_ONCE)))
  }

  async #read(devices: readonly DeviceSeries[]): Promise<void> {
    const keys = devices.map(({ deviceKey }) => deviceKey)
    if (keys.length === 0) return
    const slots = await countSlots(this.#db, keys)
    const rows = Map.groupBy(await listSeriesOf(this.#db, keys), (row) => row.device_key)
    const leafOffsets = await listLeafOffsets(this.#db, keys)
    for (const device of devices) {
      device.renew(rows.get(device.deviceKey) ?? [], slots.get(device.deviceKey) ?? 0)
      device.leafOffset = leafOffsets.get(device.deviceKey) ?? 0
    }
  }

  /** Reloads all devices. Each keeps its state until then: the database may be unreachable when it is needed. */
  renewAll(): Promise<void> {
    return this.renew([...this.#devices.keys(), ...this.#loading.keys()])
  }

  /** Returns the slots of the four metrics of boards in the field, as far as the device has them. */
  async boardSlots(deviceKey: number): Promise<Partial<Record<BoardMetricId, number>>> {
    const device = await this.load(deviceKey)
    return Object.fromEntries(
      boardMetrics.flatMap(({ id }) => {
        const series = device.find({ key: id })
        return series ? [[id, series.slot]] : []
      }),
    )
  }

  idsBySlot(deviceKey: number): ReadonlyMap<number, string> {
    const all = this.#devices.get(deviceKey)?.all() ?? []
    return new Map([...all].map(({ slot, seriesId }) => [slot, seriesId]))
  }

  /** Returns what the sensors of a device have sent last, before calibration, by slot; nothing when it is not loaded. */
  rawBySlot(deviceKey: number): ReadonlyMap<number, RawValue> {
    const all = this.#devices.get(deviceKey)?.all() ?? []
    return new Map([...all].flatMap(({ slot, raw }) => (raw ? [[slot, raw]] : [])))
  }

  async #load(deviceKey: number): Promise<DeviceSeries> {
    try {
      const slots = (await countSlots(this.#db, [deviceKey])).get(deviceKey) ?? 0
      const device = new DeviceSeries(deviceKey, await listSeriesOf(this.#db, [deviceKey]), slots, this.#newId)
      device.leafOffset = (await listLeafOffsets(this.#db, [deviceKey])).get(deviceKey) ?? 0
      this.#makeRoom()
      this.#devices.set(deviceKey, device)
      return device
    } finally {
      this.#loading.delete(deviceKey)
    }
  }

  /** Drops a device that was not used for a round, unless it has series that are not stored. */
  #makeRoom(): void {
    let left = 2 * this.#devices.size
    for (const [deviceKey, device] of this.#devices) {
      if (this.#devices.size < this.#most || left-- <= 0) return
      this.#devices.delete(deviceKey)
      if (!device.isUsed && device.fresh.length === 0) continue
      device.isUsed = false
      // Behind all others: the loop comes to it again.
      this.#devices.set(deviceKey, device)
    }
  }
}
