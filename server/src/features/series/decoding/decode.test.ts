import { SERIES_PER_DEVICE_MAX } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import type { DeviceSensor } from '../registry/device-sensors.ts'
import { SensorNames, type Sensor } from '../names/sensor-names.ts'
import { ArrivalTimes } from './arrival-times.ts'
import { decodeMessages, type Arrival } from './decode.ts'

const NOW = Date.parse('2026-11-20T09:41:00Z')
const names = new SensorNames()

/** Decodes messages that arrive now from a device without sensors yet. */
function decode(messages: readonly unknown[], arrival: Partial<Arrival> = {}) {
  const known = new Map<string, DeviceSensor>()
  const own = {
    leafOffset: 0,
    find: ({ key }: Sensor) => known.get(key),
    add({ metric, channel, key }: Sensor) {
      if (known.size === SERIES_PER_DEVICE_MAX) return undefined
      const sensor = { metric, channel, key, calibration: null }
      known.set(key, sensor)
      return sensor
    },
    keepRaw: () => {},
  }
  const sender = { device: { deviceId: 'd1', deviceKey: 7 }, names, own }
  const usual = { arrivedAt: NOW, isClockBehind: false, keptFrom: -Infinity, arrivalTimes: new ArrivalTimes() }
  const { readings, refused } = decodeMessages(messages, sender, { ...usual, ...arrival })
  return {
    refused,
    readings: readings.map(({ at, withoutClock, sensors, values }) => ({
      at,
      withoutClock,
      values: Object.fromEntries(sensors.map(({ key }, index) => [key, values[index]])),
    })),
    sensors: [...known.keys()],
  }
}

test('a reading has the time of its message, as text with or without a zone, in seconds or in milliseconds', () => {
  const texts = ['2026-11-20T09:40:00Z', '2026-11-20T10:40:00+01:00', '2026-11-20T09:40:00', '2026-11-20 09:40:00']
  const times = [...texts, '2026-11-20 09:40:00Z', (NOW - 60_000) / 1000, NOW - 60_000]
  for (const time of times) {
    expect(decode([{ temperature: 20, timestamp: time }]).readings).toEqual([
      { at: NOW - 60_000, withoutClock: false, values: { temperature: 20 } },
    ])
  }
})

test('the names of the envelope are compared without case, and timestamp counts before time', () => {
  const message = { DEVICEID: 'd1', TimeStamp: '2026-11-20T09:40:00Z', Time: '2026-11-20T09:00:00Z', Temperature: 20 }
  expect(decode([message]).readings).toMatchObject([{ at: NOW - 60_000, values: { temperature: 20 } }])
})

test.each([[undefined], [null], [''], ['1970-01-01T00:00:10Z']])(
  'a board without a clock, whose time is %j, has the time of arrival',
  (timestamp) => {
    expect(decode([{ temperature: 20, timestamp }]).readings).toMatchObject([{ at: NOW, withoutClock: true }])
  },
)

test.each([
  [[20], 'The message is not an object.'],
  [null, 'The message is not an object.'],
  ['x', 'The message is not an object.'],
  [{ temperature: 20, deviceId: 'd2' }, 'The message names another device.'],
  [{ temperature: 20, timestamp: 'yesterday' }, 'The time is not an ISO 8601 time.'],
  [{ temperature: 20, time: true }, 'The time is not an ISO 8601 time.'],
  [{ temperature: 20, time: '2026-11-20T09:42:01Z' }, 'The time is more than a minute ahead.'],
  [{ firmware: 'x' }, 'The message holds no reading.'],
  [{}, 'The message holds no reading.'],
  [{ temperature: 200 }, 'Temperature 200 °C is outside -40 to 130 °C.'],
])('%j is refused: %s', (message, reason) => {
  expect(decode([message])).toEqual({ readings: [], refused: [{ index: 0, reason }], sensors: [] })
})

test('counts a partly refused message once, with its first reason, and keeps its valid values', () => {
  const { readings, refused } = decode([{ co2: 400 }, { temperature: 200, humidity: 200, co2: 401 }])
  expect(readings.map(({ values }) => values)).toEqual([{ co2: 400 }, { co2: 401 }])
  expect(refused).toEqual([{ index: 1, reason: 'Temperature 200 °C is outside -40 to 130 °C. And 1 more.' }])
})

test('refuses readings older than the retention limit', () => {
  expect(decode([{ temperature: 20, time: '2026-11-20T09:40:00Z' }], { keptFrom: NOW - 1000 }).refused).toEqual([
    { index: 0, reason: 'The reading is older than those that are kept.' },
  ])
})

test('throws for readings that need the server clock while it is behind', () => {
  const behind = { isClockBehind: true }
  expect(() => decode([{ temperature: 20 }], behind)).toThrow('clock')
  expect(() => decode([{ temperature: 20, time: '2026-11-20T10:41:00Z' }], behind)).toThrow('clock')
  expect(decode([{ temperature: 20, time: '2026-11-20T09:40:00Z' }], behind).readings).toHaveLength(1)
})
