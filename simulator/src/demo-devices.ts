import {
  conditionRoutes,
  deviceConditionInput,
  deviceRoutes,
  seriesRoutes,
  type Client,
  type NewDevice,
} from '@greenhouse/contract'
import type { DemoSite } from './demo-sites.ts'
import { sendHistory } from './history.ts'
import { measure } from './sensors.ts'

interface Past {
  /** `http://127.0.0.1:8080` */
  readonly origin: string
  readonly intervalSeconds: number
  /** Milliseconds since 1970, oldest first. */
  readonly times: readonly number[]
}

/** Adds the device of a place with its conditions, past readings and labels. */
export async function addDemoDevice(account: Client, place: DemoSite, past: Past): Promise<NewDevice> {
  const { name, description, site, sensors, conditions } = place
  const body = { deviceName: name, deviceDescription: description, waitTime: String(past.intervalSeconds) }
  const device = await account.call(deviceRoutes.create, { body })
  for (const condition of conditions) await addCondition(account, device.deviceId, condition)
  const { origin, times } = past
  await sendHistory({ origin, token: device.deviceToken, measure: (at) => measure(site, sensors, at), times })
  await labelSeries(account, device.deviceId, place.labels ?? {})
  return device
}

/** Adds a condition such as `Temperature>=30`. */
async function addCondition({ call }: Client, userDeviceId: string, text: string): Promise<void> {
  const index = text.search(/[<>]/)
  const condition = { userDeviceId, sensorType: text.slice(0, index), condition: text.slice(index) }
  await call(conditionRoutes.createForDevice, { body: deviceConditionInput.parse(condition) })
}

async function labelSeries({ call }: Client, deviceId: string, labels: NonNullable<DemoSite['labels']>): Promise<void> {
  for (const { seriesId, metric, channel } of await call(seriesRoutes.list, { params: { deviceId } })) {
    const label = labels[`${metric}:${channel}`]
    if (label !== undefined) await call(seriesRoutes.edit, { params: { seriesId }, body: { label } })
  }
}
