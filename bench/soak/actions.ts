import type { Grower } from '../../e2e/growers.ts'
import type { RunningServer } from '../../e2e/server.ts'

const HOUR = 3_600_000
/** So many plants a person keeps; above that the oldest goes. */
const PLANTS_MAX = 5

export interface Acting {
  readonly server: RunningServer
  readonly grower: Grower
  readonly deviceId: string
  /** Ids of the person's plants, the oldest first. */
  readonly plants: string[]
}

type Action = (acting: Acting) => Promise<unknown>

const chart: Action = ({ grower, deviceId }) => {
  const [from, to] = [Date.now() - HOUR, Date.now()].map((at) => new Date(at).toISOString())
  const path = '/api/GreenhouseDevice/GetAllSensorHistoryByDeviceAndTimePeriodIdDto'
  return grower.call('GET', `${path}?deviceId=${deviceId}&from=${from}&to=${to}&points=500`)
}

const dashboard: Action = async ({ grower }) => {
  await grower.call('GET', '/api/GreenhouseDevice/GetRecentSensorDataForAllUserDevice')
  await grower.call('GET', '/api/UserDevice/GetAllUserDevices')
}

const alerts: Action = ({ grower }) => grower.call('GET', '/api/Alert/GetAlerts?limit=50')

const setting: Action = ({ grower }) =>
  grower.call('PATCH', '/api/UserSettings/darktheme', { value: Math.random() < 0.5 })

const interval: Action = ({ grower, deviceId }) =>
  grower.call('POST', '/api/UserDevice/AdminChangesPreferences', { deviceId, interval: '60' })

const plant: Action = async ({ grower, plants }) => {
  const input = { plantName: 'Basil', plantType: 'Herb', waterEvery: 3 }
  const { plantId } = await grower.call<{ plantId: string }>('POST', '/api/Plant/CreatePlant', input)
  plants.push(plantId)
  await grower.call('PATCH', `/api/Plant/WaterPlant?plantId=${plantId}`)
  if (plants.length > PLANTS_MAX) await grower.call('DELETE', `/api/Plant/DeletePlant?plantId=${plants.shift()}`)
}

/** A limit that is met now and then, and goes again. */
const condition: Action = async ({ grower, deviceId }) => {
  const input = { userDeviceId: deviceId, sensorType: 'Temperature', condition: `>=${(Math.random() * 90).toFixed(2)}` }
  const path = '/api/AlertCondition'
  type Made = { conditionAlertUserDeviceId: string }
  const made = await grower.call<Made>('POST', `${path}/CreateConditionAlertUserDevice`, input)
  await grower.call('DELETE', `${path}/DeleteConditionAlertUserDevice?conditionId=${made.conditionAlertUserDeviceId}`)
}

const exported: Action = ({ grower }) => grower.call('GET', '/api/User/ExportData')

/** Everything that was measured, read to its end without being kept. */
const readings: Action = async ({ server, grower }) => {
  const path = '/api/User/ExportReadings'
  const answer = await fetch(server.url + path, { headers: { authorization: grower.token } })
  if (!answer.ok) throw new Error(`GET ${path}: ${answer.status} ${await answer.text()}`)
  for await (const _piece of answer.body ?? []);
}

/** Charts and lists are what people look at most; exports are rare. */
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
