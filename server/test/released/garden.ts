import {
  conditionRoutes,
  createClient,
  deviceRoutes,
  plantRoutes,
  readingRoutes,
  settingRoutes,
  signInRoutes,
  weatherRoutes,
  type Client,
} from '@greenhouse/contract'
import { addDevice, PASSWORD, register, type DeviceCredentials, type Grower } from '../../../testing/growers.ts'
import type { App } from '../../src/app.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const AT_ONCE = 1000

/** A server that runs in this process, and its clock. */
export interface Site {
  readonly origin: string
  readonly clock: { now: number }
  readonly app: App
}

export interface Owner {
  readonly email: string
  /** The devices that are left, in the order in which they were added. */
  readonly deviceIds: readonly string[]
  /** With which the first device sends readings. */
  readonly deviceToken: string
}

type Message = Record<string, number | string | null>

/**
 * Lets an account come into being with one of everything, over 75 days: devices with readings of every kind, one without any,
 * one whose readings were deleted, a removed one, plants, conditions of both kinds and their alerts. Readings of the first
 * 45 days are removed by retention at the end. Sets the clock to the last day.
 */
export async function growGarden({ origin, clock, app }: Site): Promise<Owner> {
  const start = clock.now
  const ann = await register(origin, 'Ann')
  const bo = await register(origin, 'Bo')
  await settle(ann)
  const [house, bench, cellar, spare, gone] = [
    await addDevice(ann, 'Tomato house', { deviceDescription: 'South wall', waitTime: '1800' }),
    await addDevice(ann, 'Bench <b>3</b>', { waitTime: '60' }),
    await addDevice(ann, 'Cellar'),
    await addDevice(ann, 'Spare'),
    await addDevice(ann, 'Removed'),
  ]
  const stranger = await addDevice(bo, 'Of somebody else')
  await addConditions(ann, [house, bench, gone])
  await plant(ann, clock)

  clock.now = start + 75 * DAY
  const send = (device: DeviceCredentials, messages: readonly Message[]) => sendAll(origin, device, messages)
  for (let day = 0; day < 75; day++) {
    clock.now = start + (day + 1) * DAY
    await send(house, dayOfHouse(start + day * DAY, day))
    if (day % 25 === 24) await app.reminders.runNow()
  }
  await send(bench, minutesOfBench(clock.now))
  await send(bench, oddMessages(clock.now))
  await send(cellar, dayOfHouse(clock.now - DAY, 3))
  // The first session has expired meanwhile.
  const later = await signIn(origin, ann.email)
  await later.call(readingRoutes.remove, { query: { deviceId: cellar.deviceId } })
  await send(cellar, [{ humidity: 71, time: toText(clock.now - HOUR) }])
  await send(gone, dayOfHouse(clock.now - DAY, 4))
  await later.call(deviceRoutes.remove, { query: { userDeviceId: gone.deviceId } })
  await send(stranger, dayOfHouse(clock.now - DAY, 5))
  await app.retention.runNow()
  return {
    email: ann.email,
    deviceToken: house.deviceToken,
    deviceIds: [house, bench, cellar, spare].map(({ deviceId }) => deviceId),
  }
}

/** Returns a client with a new session. */
export async function signIn(origin: string, email: string): Promise<Client> {
  const { jwt } = await createClient({ origin }).call(signInRoutes.login, { body: { email, password: PASSWORD } })
  return createClient({ origin, token: jwt })
}

async function settle({ call }: Grower): Promise<void> {
  await call(settingRoutes.set, { params: { settingName: 'celsius' }, body: { value: false } })
  await call(weatherRoutes.setPlace, { body: { name: 'Aarhus', latitude: 56.16, longitude: 10.2 } })
}

async function addConditions({ call }: Grower, devices: readonly DeviceCredentials[]): Promise<void> {
  for (const { deviceId: userDeviceId } of devices) {
    await call(conditionRoutes.createForDevice, {
      body: { userDeviceId, sensorType: 'Temperature', condition: '>=27' },
    })
    await call(conditionRoutes.createForDevice, { body: { userDeviceId, sensorType: 'Humidity', condition: '<=41.5' } })
  }
}

async function plant({ call }: Grower, clock: Site['clock']): Promise<void> {
  const fern = await call(plantRoutes.create, {
    body: { plantName: 'Fern', plantType: 'Shade', species: 'Nephrolepis exaltata', waterEvery: 5 },
  })
  const basil = await call(plantRoutes.create, {
    body: { plantName: 'Basil', plantType: 'Herb', plantNotes: 'In the\nkitchen', planted: toText(clock.now - DAY) },
  })
  await call(conditionRoutes.createForPlant, { body: { plantId: fern.plantId } })
  await call(plantRoutes.water, { query: { plantId: fern.plantId } })
  await call(plantRoutes.markDead, { query: { plantId: basil.plantId } })
}

/** A day of readings every 30 minutes, without two nights; humidity is 0 on every ninth day, as without a sensor. */
function dayOfHouse(from: number, day: number): Message[] {
  if (day === 20 || day === 66) return []
  return Array.from({ length: 48 }, (_, index) => {
    const sun = Math.sin(((index - 16) / 48) * 2 * Math.PI)
    return {
      temperature: rounded(18 + 8 * sun + noise(day * 48 + index), 1),
      humidity: day % 9 === 8 ? 0 : rounded(60 - 20 * sun + noise(index + day), 1),
      pressure: rounded(1013 + noise(day) * 20, 1),
      air_quality_analog: day % 7 === 6 ? null : 400 + ((index * 7) % 60),
      timestamp: toText(from + index * 30 * MINUTE + (index % 5) * 137),
    }
  })
}

/** A reading each minute of the last 20 hours, without one hour of them; frost, and single sensors that fail. */
function minutesOfBench(until: number): Message[] {
  return Array.from({ length: 1200 }, (_, index) => ({
    temperature: rounded(4 * Math.sin(index / 90) - 1, 2),
    humidity: index % 10 === 3 ? null : rounded(80 + noise(index) * 4, 1),
    time: toText(until - (1200 - index) * MINUTE),
  })).filter((_, index) => index < 600 || index >= 660)
}

/** What boards send as well: late, repeated, completed, contradicting, out of range, without a clock, with more digits. */
function oddMessages(now: number): Message[] {
  const at = (minutes: number) => toText(now - minutes * MINUTE)
  return [
    { temperature: 31.4, time: at(3000) },
    { temperature: 3.25, time: at(2999.5) },
    { temperature: 31.4, time: at(3000) },
    { airQuality: 612, time: at(3000) },
    { temperature: 12, time: at(3000) },
    { temperature: 200, humidity: 55.5, time: at(2998) },
    { temperature: 1 / 3, humidity: 1e-9, airPressure: 999.123456789, time: at(2997) },
    { temperature: -0.0001, time: at(26 * 60) },
    { temperature: 7.5, airQuality: 4095 },
    { humidity: 44, timestamp: '1970-01-01T00:00:07Z' },
  ]
}

async function sendAll(origin: string, { deviceToken }: DeviceCredentials, messages: readonly Message[]) {
  const { call } = createClient({ origin, token: deviceToken })
  for (let from = 0; from < messages.length; from += AT_ONCE) {
    await call(readingRoutes.send, { body: messages.slice(from, from + AT_ONCE) })
  }
}

const rounded = (value: number, decimals: number) => Number(value.toFixed(decimals))
/** Between −0.5 and 0.5, and the same for the same number. */
const noise = (seed: number) => ((seed * 7919 + 104_729) % 1009) / 1009 - 0.5
const toText = (at: number) => new Date(at).toISOString()
