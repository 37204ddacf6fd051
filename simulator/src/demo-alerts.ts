import { setTimeout as sleep } from 'node:timers/promises'
import { conditionRoutes, deviceRoutes, episodeRoutes, seriesRoutes, type Client } from '@greenhouse/contract'

const OPENED_WITHIN_MS = 15_000

interface DemoAlert {
  readonly device: string
  readonly metric: 'temperature' | 'humidity'
  readonly sensorType: 'Temperature' | 'Humidity'
  /** Returns a condition such as `>=30` that a value clearly meets. */
  readonly conditionOn: (value: number) => string
  readonly isAcknowledged: boolean
}

const ALERTS: readonly DemoAlert[] = [
  {
    device: 'Propagation bench',
    metric: 'temperature',
    sensorType: 'Temperature',
    conditionOn: (value) => `<=${Math.ceil(value) + 2}`,
    isAcknowledged: false,
  },
  {
    device: 'Orangery',
    metric: 'humidity',
    sensorType: 'Humidity',
    conditionOn: (value) => `>=${Math.floor(value) - 4}`,
    isAcknowledged: true,
  },
]

/** Opens two alerts by the current weather, since none may be open at this time of the year, and acknowledges one. */
export async function openDemoAlerts({ call }: Client): Promise<void> {
  const [devices, series] = [await call(deviceRoutes.list), await call(seriesRoutes.newest)]
  for (const { device, metric, sensorType, conditionOn, isAcknowledged } of ALERTS) {
    const deviceId = devices.find(({ deviceName }) => deviceName === device)?.deviceId
    const one = series.find((known) => known.deviceId === deviceId && known.metric === metric && known.channel === '')
    if (deviceId === undefined || !one?.newest) throw new Error(`${device} has sent no ${metric}.`)
    const body = { userDeviceId: deviceId, sensorType, condition: conditionOn(one.newest.value) }
    await call(conditionRoutes.createForDevice, { body })
    const episodeId = await opened(call, one.seriesId)
    if (isAcknowledged) await call(episodeRoutes.acknowledge, { params: { episodeId } })
  }
}

/** Returns the open episode of a series. Throws when none opens. */
async function opened(call: Client['call'], seriesId: string): Promise<string> {
  const until = Date.now() + OPENED_WITHIN_MS
  while (Date.now() < until) {
    const open = await call(episodeRoutes.list, { query: { state: 'open' } })
    const found = open.find((episode) => episode.seriesId === seriesId)
    if (found) return found.episodeId
    await sleep(100)
  }
  throw new Error('No alert has opened.')
}
