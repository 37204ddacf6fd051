import { topic, toTimestamp, type SensorRecord } from '@greenhouse/contract'
import type { KnownDevice } from '../../features/devices/known-device-store.ts'
import type { DevicesByKey } from '../../features/devices/known-devices.ts'
import { recordsOf, slotNumbers } from '../../features/series/history/board-records.ts'
import type { SeriesRegistry } from '../../features/series/registry/series-registry.ts'
import type { Context } from '../../platform/context.ts'
import { Outcome, type AppendedGroup } from '@greenhouse/timeseries'

/** The new values of a device at one instant. */
interface NewValues {
  readonly at: number
  readonly bySlot: Map<number, number>
}

type Publishing = Pick<Context, 'hub' | 'timeSeries'> & { readonly registry: SeriesRegistry }

/** Publishes the values of a group that are new, one message a device, to those who subscribe to it. */
export async function publishReadings(context: Publishing, group: AppendedGroup, devices: DevicesByKey): Promise<void> {
  const { hub } = context
  const isSubscribed = (deviceKey: number) => {
    const device = devices.get(deviceKey)
    if (!device) return false
    return hub.hasSubscribers(topic.readingsOf(device.deviceId)) || hub.hasSubscribers(topic.seriesOf(device.deviceId))
  }
  for (const [deviceKey, values] of newValuesOf(group, isSubscribed)) {
    const device = devices.get(deviceKey)
    if (!device) continue
    await publishSeries(context, device, values)
    await publishRecords(context, device, values)
  }
}

/** The values of all series. */
async function publishSeries(
  { hub, registry }: Publishing,
  { deviceId, deviceKey }: KnownDevice,
  values: readonly NewValues[],
) {
  if (!hub.hasSubscribers(topic.seriesOf(deviceId))) return
  // The series may be new in another process.
  await registry.load(deviceKey)
  const idOf = registry.idsBySlot(deviceKey)
  const readings = values.map(({ at, bySlot }) => ({
    time: toTimestamp(at),
    values: Object.fromEntries(
      [...bySlot].flatMap(([slot, value]) => (idOf.has(slot) ? [[idOf.get(slot), value]] : [])),
    ),
  }))
  hub.publishHere(topic.seriesOf(deviceId), { eventType: 'readings', deviceId, readings })
}

/** The values of the four metrics as records; what came in several messages is one record. */
async function publishRecords(context: Publishing, device: KnownDevice, values: readonly NewValues[]): Promise<void> {
  const { hub, registry } = context
  const { deviceId, deviceKey, deviceName } = device
  if (!hub.hasSubscribers(topic.readingsOf(deviceId))) return
  const slots = await registry.boardSlots(deviceKey)
  const own = slotNumbers(slots)
  const sensorHistoryRecords: SensorRecord[] = []
  for (const { at, bySlot } of values) {
    if (!own.some((slot) => bySlot.has(slot))) continue
    const lacks = own.some((slot) => !bySlot.has(slot))
    const before = lacks ? await valuesAt(context, { deviceKey, at, slots: own }) : []
    const columns = own.flatMap((slot) => {
      const value = bySlot.get(slot) ?? before.find((one) => one.slot === slot)?.value
      return value === undefined ? [] : [{ slot, at: Float64Array.of(at), values: Float64Array.of(value) }]
    })
    sensorHistoryRecords.push(...recordsOf(columns, slots).map(({ record }) => record))
  }
  if (sensorHistoryRecords.length === 0) return
  const logs = [{ deviceId, deviceName, sensorHistoryRecords }]
  hub.publishHere(topic.readingsOf(deviceId), { eventType: 'ServerBroadcastsLiveDataToDashboard', logs })
}

/** Returns what is stored of slots at one instant. */
async function valuesAt(
  { timeSeries }: Publishing,
  { deviceKey, at, slots }: { deviceKey: number; at: number; slots: readonly number[] },
): Promise<ReadonlyArray<{ slot: number; value: number }>> {
  const newest = (await timeSeries.newest([deviceKey])).get(deviceKey) ?? []
  const own = newest.filter(({ slot }) => slots.includes(slot))
  // Without a later value of any of them, all that is stored at the instant is the newest.
  if (own.every((one) => one.at <= at)) return own.filter((one) => one.at === at)
  const found: Array<{ slot: number; value: number }> = []
  for await (const columns of timeSeries.raw(deviceKey, slots, { from: at, to: at + 1 })) {
    for (const { slot, values } of columns) found.push({ slot, value: values[0]! })
  }
  return found
}

function newValuesOf(
  { entries, outcomes }: AppendedGroup,
  isSubscribed: (deviceKey: number) => boolean,
): Map<number, NewValues[]> {
  const byDevice = new Map<number, Map<number, NewValues>>()
  let place = 0
  for (const { deviceKey, at, slots, values } of entries) {
    const start = place
    place += values.length
    if (!isSubscribed(deviceKey)) continue
    for (let index = 0; index < values.length; index++) {
      if (outcomes[start + index] === Outcome.DUPLICATE) continue
      let times = byDevice.get(deviceKey)
      if (!times) byDevice.set(deviceKey, (times = new Map()))
      let own = times.get(at)
      if (!own) times.set(at, (own = { at, bySlot: new Map() }))
      own.bySlot.set(slots[index]!, values[index]!)
    }
  }
  return new Map([...byDevice].map(([key, times]) => [key, [...times.values()].toSorted((a, b) => a.at - b.at)]))
}
