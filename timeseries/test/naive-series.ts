import { Outcome, type Entry, type Newest, type PointsRange } from '../src/base/types.ts'

/** A simple model of the engine: a map for each series. */
export class NaiveSeries {
  /** Values by device, slot and time. */
  readonly devices = new Map<number, Map<number, Map<number, number>>>()
  /** The newest value by device and slot. It stays when the values are lost. */
  readonly #newest = new Map<number, Map<number, Newest>>()

  append(entries: readonly Entry[]): number[] {
    return entries.flatMap(({ deviceKey, at, slots, values }) =>
      slots.map((slot, index) => this.#add(deviceKey, slot, at, values[index]!)),
    )
  }

  #add(deviceKey: number, slot: number, at: number, value: number): number {
    const device = this.devices.get(deviceKey) ?? new Map<number, Map<number, number>>()
    this.devices.set(deviceKey, device)
    const series = device.get(slot) ?? new Map<number, number>()
    device.set(slot, series)
    const newest = this.#newest.get(deviceKey) ?? new Map<number, Newest>()
    this.#newest.set(deviceKey, newest)
    const last = newest.get(slot)?.at ?? -1
    if (series.has(at) || at === last) return Outcome.DUPLICATE
    series.set(at, value)
    if (at < last) return Outcome.LATE
    newest.set(slot, { slot, at, value })
    return Outcome.NEWEST
  }

  newest(deviceKey: number): Newest[] {
    return [...(this.#newest.get(deviceKey)?.values() ?? [])].toSorted((one, other) => one.slot - other.slot)
  }

  /** Forgets a value that was lost. */
  lose(deviceKey: number, slot: number, at: number): void {
    this.devices.get(deviceKey)?.get(slot)?.delete(at)
  }

  /** Returns the times and values of a series in a range, in time order. */
  raw(deviceKey: number, slot: number, from: number, to: number): Array<readonly [number, number]> {
    return [...(this.devices.get(deviceKey)?.get(slot) ?? [])]
      .filter(([at]) => at >= from && at < to)
      .toSorted(([one], [other]) => one - other)
  }

  /** Returns count, mean, lowest and highest value of each bucket, by the time at which it begins. */
  points(deviceKey: number, slot: number, { from, to, widthMs, origin = 0 }: PointsRange): Map<number, number[]> {
    const values = this.raw(deviceKey, slot, from, to).filter(([, value]) => slot % 2 === 0 || value > 0)
    const buckets = Map.groupBy(values, ([at]) => origin + Math.floor((at - origin) / widthMs) * widthMs)
    return new Map(
      Array.from(buckets, ([start, inside]) => {
        const own = inside.map(([, value]) => value)
        const mean = own.reduce((sum, value) => sum + Math.round(value * 1e6), 0) / own.length / 1e6
        const [lowest, highest] = [Math.min(...own), Math.max(...own)]
        return [start, [own.length, Math.min(Math.max(mean, lowest), highest), lowest, highest].map((n) => n + 0)]
      }),
    )
  }

  slots(deviceKey: number): number[] {
    return [...(this.devices.get(deviceKey)?.keys() ?? [])].toSorted((one, other) => one - other)
  }

  erase(deviceKey: number): void {
    this.devices.delete(deviceKey)
    this.#newest.delete(deviceKey)
  }

  eraseSlot(deviceKey: number, slot: number): void {
    this.devices.get(deviceKey)?.delete(slot)
    this.#newest.get(deviceKey)?.delete(slot)
  }
}
