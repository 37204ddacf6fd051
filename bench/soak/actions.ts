import {
  addressOf,
  alertRoutes,
  ClientError,
  conditionRoutes,
  deviceRoutes,
  plantRoutes,
  readingRoutes,
  settingRoutes,
  exportRoutes,
} from '@greenhouse/contract'
import { PASSWORD, type Grower } from '../../testing/growers.ts'
import type { RunningServer } from '../../testing/running-server.ts'

const HOUR = 3_600_000
/** The number of plants of a user; further ones replace the oldest. */
const PLANTS_MAX = 5

interface Acting {
  readonly server: RunningServer
  readonly grower: Grower
  readonly deviceId: string
  /** Ids of the person's plants, the oldest first. */
  readonly plants: string[]
}

type Action = (acting: Acting) => Promise<unknown>

const chart: Action = ({ grower, deviceId }) => {
  const now = Date.now()
  const [from, to] = [new Date(now - HOUR).toISOString(), new Date(now).toISOString()]
  return grower.call(readingRoutes.history, { query: { deviceId, from, to, points: 500 } })
}

const dashboard: Action = async ({ grower }) => {
  await grower.call(readingRoutes.newest)
  await grower.call(deviceRoutes.list)
}

const alerts: Action = ({ grower }) => grower.call(alertRoutes.list, { query: { limit: 50 } })

const setting: Action = ({ grower }) =>
  grower.call(settingRoutes.set, { params: { settingName: 'darktheme' }, body: { value: Math.random() < 0.5 } })

const interval: Action = ({ grower, deviceId }) =>
  grower.call(deviceRoutes.changePreferences, { body: { deviceId, interval: '60' } })

const plant: Action = async ({ grower, plants }) => {
  const input = { plantName: 'Basil', plantType: 'Herb', waterEvery: 3 }
  const { plantId } = await grower.call(plantRoutes.create, { body: input })
  plants.push(plantId)
  await grower.call(plantRoutes.water, { query: { plantId } })
  const [oldest] = plants
  if (oldest === undefined || plants.length <= PLANTS_MAX) return
  plants.shift()
  await grower.call(plantRoutes.remove, { query: { plantId: oldest } })
}

const condition: Action = async ({ grower, deviceId }) => {
  const input = {
    userDeviceId: deviceId,
    sensorType: 'Temperature' as const,
    condition: `>=${(Math.random() * 90).toFixed(2)}`,
  }
  const made = await grower.call(conditionRoutes.createForDevice, { body: input })
  await grower.call(conditionRoutes.removeFromDevice, { query: { conditionId: made.conditionAlertUserDeviceId } })
}

const exported: Action = ({ grower }) => grower.call(exportRoutes.confirmedAccount, { body: { password: PASSWORD } })

/** Reads the export of all readings without keeping it in memory. */
const readings: Action = async ({ server, grower }) => {
  const { ticket } = await grower.call(exportRoutes.createTicket, { body: { password: PASSWORD } })
  const reply = await fetch(server.url + addressOf(exportRoutes.download, { query: { ticket } }))
  if (!reply.ok) throw new ClientError(await reply.text(), reply.status, { code: '' })
  for await (const _piece of reply.body ?? []);
}

/** Charts and lists are frequent, exports rare. */
export const ACTIONS: readonly [Action, ...Action[]] = [
  dashboard,
  dashboard,
  dashboard,
  chart,
  chart,
  chart,
  chart,
  alerts,
  setting,
  interval,
  plant,
  plant,
  condition,
  exported,
  readings,
]
