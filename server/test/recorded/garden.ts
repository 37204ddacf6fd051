import {
  boardIntakeRoutes,
  boardRoutes,
  brokerRoutes,
  createClient,
  deviceRoutes,
  episodeRoutes,
  hubRoutes,
  readingRoutes,
  seriesRoutes,
  type Client,
} from '@greenhouse/contract'
import { addDevice, register, type DeviceCredentials } from '../../../testing/growers.ts'
import type { App } from '../../src/app.ts'
import { enrol, leaveThingsOpen, settle, type Site } from './account-of-garden.ts'
import { plant } from './plants-of-garden.ts'
import { dayOfHouse, messagesOfBoard, minutesOfBench, oddMessages, toText, type Message } from './readings-of-garden.ts'
import { addChannels, addConditions, addRules } from './rules-of-garden.ts'
import { signInByPassword } from './sign-in.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const DAYS = 75
const AT_ONCE = 1000

interface OpenSite extends Site {
  readonly app: App
}

export interface Owner {
  readonly email: string
  readonly totpSecret: string
  /** The devices that are left, in the order in which they were added. */
  readonly deviceIds: readonly string[]
  /** With which the first device sends readings. */
  readonly deviceToken: string
  readonly seriesIds: readonly string[]
  readonly channelIds: readonly string[]
}

/**
 * Makes an account with one of everything, over 75 days: devices with readings of every kind, one without any, one whose
 * readings were deleted, a removed one, boards, plants, rules of every kind and their alerts. Readings of the first 45 days
 * are removed by retention, most others are compacted, and the last ones are in the log. Sets the clock to the last day.
 */
export async function growGarden(site: OpenSite): Promise<Owner> {
  const { origin, clock, app } = site
  const start = clock.now
  const ann = await register(origin, 'Ann')
  const bo = await register(origin, 'Bo')
  await settle(ann)
  const house = await addDevice(ann, 'Tomato house', { deviceDescription: 'South wall', waitTime: '1800' })
  const bench = await addDevice(ann, 'Bench <b>3</b>', { waitTime: '60' })
  const cellar = await addDevice(ann, 'Cellar')
  const spare = await addDevice(ann, 'Spare')
  const gone = await addDevice(ann, 'Removed')
  const stranger = await addDevice(bo, 'Of somebody else')
  await addConditions(ann, [house, bench, gone])
  await addRules(ann, { house, bench, spare })
  await plant(ann, house, clock)

  clock.now = start + DAYS * DAY
  // The first session has expired by then.
  const later = await signInByPassword(origin, ann.email)
  const channelIds = await addChannels(later)
  for (let day = 0; day < DAYS; day++) {
    clock.now = start + (day + 1) * DAY
    await sendAll(site, house, dayOfHouse(start + day * DAY, day))
    if (day % 25 === 24) await app.reminders.runNow()
  }
  await sendAll(site, cellar, dayOfHouse(clock.now - DAY, 3))
  await later.call(readingRoutes.remove, { query: { deviceId: cellar.deviceId } })
  await sendAll(site, cellar, [{ humidity: 71, time: toText(clock.now - HOUR) }])
  await sendAll(site, gone, dayOfHouse(clock.now - DAY, 4))
  await later.call(deviceRoutes.remove, { query: { userDeviceId: gone.deviceId } })
  await sendAll(site, stranger, dayOfHouse(clock.now - DAY, 5))
  await app.context.timeSeries.compact()
  await app.retention.runNow()
  const year = { from: toText(clock.now - 364 * DAY), to: toText(clock.now) }
  await later.call(readingRoutes.history, { query: { deviceId: house.deviceId, ...year, points: 500 } })
  // Stores the coarse summaries that the chart missed.
  await app.context.timeSeries.compact()
  await calibrateSoil(later, bench)
  await sendAll(site, bench, minutesOfBench(clock.now))
  await sendAll(site, bench, oddMessages(clock.now))
  await app.refused.write()
  const claimed = await addBoards(site, later)
  const totpSecret = await enrol(later, site)
  await leaveThingsOpen(site, ann.email)
  return {
    email: ann.email,
    totpSecret,
    deviceToken: house.deviceToken,
    deviceIds: [...[house, bench, cellar, spare].map(({ deviceId }) => deviceId), claimed],
    seriesIds: await arrangeSeries(later, bench),
    channelIds,
  }
}

/** Adds a hub with two boards, one of which is claimed, and a broker. Returns the id of the device of the claimed one. */
async function addBoards({ origin, clock }: Site, ann: Client): Promise<string> {
  const { token } = await ann.call(hubRoutes.create, { body: { name: 'Attic' } })
  const hub = createClient({ origin, token })
  for (const name of ['shelf', 'window'])
    await hub.call(boardIntakeRoutes.json, { body: messagesOfBoard(name, clock.now) })
  const [board] = await ann.call(boardRoutes.list)
  const { deviceId } = await ann.call(boardRoutes.claim, {
    params: { boardId: board?.boardId ?? '' },
    body: { deviceName: 'Shelf', series: [{ metric: 'temperature', channel: '', label: 'Top' }] },
  })
  const broker = { url: 'mqtts://broker.invalid', username: 'ann', password: 'secret', topics: ['zigbee2mqtt/#'] }
  await ann.call(brokerRoutes.create, { body: broker })
  return deviceId
}

/** Adds the soil moisture of a device, whose sensor sends volts in place of percents. */
async function calibrateSoil({ call }: Client, { deviceId }: DeviceCredentials): Promise<void> {
  const { seriesId } = await call(seriesRoutes.add, { params: { deviceId }, body: { metric: 'soilMoisture' } })
  const body = { calibration: { dry: 2800, wet: 1200 }, label: 'Pot 1', order: 0 }
  await call(seriesRoutes.edit, { params: { seriesId }, body })
}

/** Calibrates and hides series of a device, and acknowledges an episode. Returns the ids of all its series. */
async function arrangeSeries({ call }: Client, { deviceId }: DeviceCredentials): Promise<string[]> {
  const series = await call(seriesRoutes.list, { params: { deviceId } })
  for (const { seriesId, metric } of series) {
    const params = { seriesId }
    if (metric === 'temperature') await call(seriesRoutes.edit, { params, body: { calibration: { offset: -0.5 } } })
    if (metric === 'airQuality') await call(seriesRoutes.edit, { params, body: { visible: false } })
  }
  const [open] = await call(episodeRoutes.list, { query: { state: 'open' } })
  await call(episodeRoutes.acknowledge, { params: { episodeId: open?.episodeId ?? '' } })
  return series.map(({ seriesId }) => seriesId)
}

async function sendAll({ origin, app }: OpenSite, { deviceToken }: DeviceCredentials, messages: readonly Message[]) {
  const { call } = createClient({ origin, token: deviceToken })
  for (let from = 0; from < messages.length; from += AT_ONCE)
    await call(readingRoutes.send, { body: messages.slice(from, from + AT_ONCE) })
  await app.rules.settled()
}
