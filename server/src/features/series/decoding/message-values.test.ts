import type { Calibration } from '@greenhouse/contract'
import { describe, expect, test } from 'vitest'
import type { DeviceSensor, RawValue } from '../registry/device-sensors.ts'
import { messageValues } from './message-values.ts'
import { RequestNames } from '../names/request-names.ts'
import { SensorNames, type Sensor } from '../names/sensor-names.ts'
import { seededRandom } from '../../../../../testing/random.ts'
import { SEED } from '../../../../../testing/test-run.ts'

const names = new SensorNames()
const AT = Date.parse('2026-11-20T09:41:00Z')

/** The sensors of a device with room for `most`, and calibrations by key. */
function sensorsOf(calibrations: Record<string, Calibration> = {}, most = 64) {
  const known = new Map<string, DeviceSensor>()
  const add = ({ metric, channel, key }: Sensor) => {
    if (known.size >= most) return undefined
    const sensor = { metric, channel, key, calibration: calibrations[key] ?? null }
    known.set(key, sensor)
    return sensor
  }
  const raw = new Map<string, RawValue>()
  const keepRaw = ({ key }: DeviceSensor, value: RawValue) => void raw.set(key, value)
  return { leafOffset: 0, find: ({ key }: Sensor) => known.get(key), add, keepRaw, known, raw }
}

/** The values of a message by metric and channel, and what was refused. */
function read(message: unknown, own = sensorsOf()) {
  const { sensors, values, refused } = messageValues(message as object, AT, new RequestNames(names), own)
  expect(sensors.length).toBe(values.length)
  expect(new Set(sensors).size).toBe(sensors.length)
  return { values: Object.fromEntries(sensors.map(({ key }, index) => [key, values[index]])), refused }
}

describe('a message', () => {
  test('reads the four values of a board in the field and derives VPD and dew point', () => {
    const message = {
      deviceId: 'd',
      temperature: 25,
      humidity: 60,
      pressure: 1013.2,
      air_quality_analog: 180,
      timestamp: '2026-11-20T09:41:00Z',
    }
    expect(read(message)).toEqual({
      values: { temperature: 25, humidity: 60, airPressure: 1013.2, airQuality: 180, vpd: 1.267, dewPoint: 16.7 },
      refused: [],
    })
  })

  test('flattens a message by joining object names and counting list positions from 1', () => {
    const message = { soil: [{ moisture: 41 }, { moisture: 38, temperature: 17.5 }], bme280: { Temperature: 21.5 } }
    expect(read(message).values).toEqual({
      'soilMoisture 1': 41,
      'soilMoisture 2': 38,
      'soilTemperature 2': 17.5,
      'temperature bme280': 21.5,
    })
  })

  test('keeps every number whose name is unknown under that name', () => {
    expect(read({ uptime: 3600, wifi: { bars: 4 }, pump: true, valve: false }).values).toEqual({
      'other uptime': 3600,
      'other wifi_bars': 4,
      'other pump': 1,
      'other valve': 0,
    })
  })

  test('gives numbers of texts, and nothing of what is missing or is a word about the device', () => {
    const missing = {
      humidity: 'nan',
      airPressure: null,
      airQuality: '',
      co2: 'unavailable',
      voc: 'Unknown',
      ph: 'null',
    }
    const message = { temperature: ' 21.5 ', lux: '1e3', firmware: '1.2.3', mode: 'auto', ...missing }
    expect(read(message)).toEqual({ values: { temperature: 21.5, illuminance: 1000 }, refused: [] })
  })

  test('loses no value without a word', () => {
    expect(read({ temperature: 'warm', humidity: [], co2: 'x' }).refused).toEqual([
      'Temperature is not a number.',
      'CO₂ is not a number.',
    ])
    expect(read(JSON.parse('{"uptime":1e999,"":1}')).refused).toEqual([
      'uptime is not a number.',
      '"" cannot be the name of a sensor.',
    ])
  })

  test('refuses only the values of a message that are out of range', () => {
    const message = { temperature: 131, humidity: 101, pressure: 0, soil_moisture_2: 150, co2: 400 }
    expect(read(message)).toEqual({
      values: { co2: 400 },
      refused: [
        'Temperature 131 °C is outside -40 to 130 °C.',
        'Humidity 101 % is outside 0–100 %.',
        'Air pressure 0 hPa is not above 0 hPa.',
        'Soil moisture 2 150 % is outside 0–100 %. Calibrate it on the page of the device.',
      ],
    })
  })

  test('takes a boolean for 0 or 1, but not for one of the four values of boards in the field', () => {
    expect(read({ temperature: true, leaf_wetness: true })).toEqual({
      values: { leafWetness: 1 },
      refused: ['Temperature is not a number.'],
    })
  })

  test('takes the value of the preferred name when two names mean one sensor', () => {
    expect(read({ pressure: 1000, airPressure: 1001 })).toEqual({
      values: { airPressure: 1001 },
      refused: ['Air pressure came twice with different values; one was stored.'],
    })
    expect(read({ airPressure: 1001, pressure: 1001 })).toEqual({ values: { airPressure: 1001 }, refused: [] })
    expect(read({ airPressure: null, pressure: 1000 })).toEqual({ values: { airPressure: 1000 }, refused: [] })
  })

  test('gives at most 64 values and is read four names deep', () => {
    const many = Object.fromEntries(Array.from({ length: 70 }, (_, index) => [`x${index}`, index]))
    const { values, refused } = read(many, sensorsOf({}, 100))
    expect(Object.keys(values)).toHaveLength(64)
    expect(refused).toEqual(['Only 64 values of a message are read.'])
    expect(read({ a: { b: { c: { d: 1, e: { f: 2 } } } }, g: 3 })).toEqual({
      values: { 'other a_b_c_d': 1, 'other g': 3 },
      refused: ['What lies deeper than four names in a message is not read.'],
    })
  })

  test('refuses new sensors of a device that has reached its limit and keeps reading known ones', () => {
    const own = sensorsOf({}, 2)
    read({ temperature: 20, co2: 400 }, own)
    expect(read({ temperature: 21, ph: 6, co2: 401 }, own)).toEqual({
      values: { temperature: 21, co2: 401 },
      refused: ['pH is not stored: the device has 64 sensors already.'],
    })
  })
})

describe('a soil sensor that is not calibrated', () => {
  test('becomes a sensor of the device with what it sends, which is refused', () => {
    const own = sensorsOf()
    expect(read({ soil_moisture_2: 2780, temperature: 20 }, own)).toEqual({
      values: { temperature: 20 },
      refused: ['Soil moisture 2 2780 % is outside 0–100 %. Calibrate it on the page of the device.'],
    })
    expect([...own.known.keys()]).toEqual(['soilMoisture 2', 'temperature'])
    expect(own.raw).toEqual(new Map([['soilMoisture 2', { at: AT, value: 2780 }]]))
  })

  test('adds no soil sensor for a number beyond the calibration range', () => {
    const own = sensorsOf()
    expect(read({ soil_moisture: 1_000_001 }, own).refused).toEqual(['Soil moisture 1000000 % is outside 0–100 %.'])
    expect([...own.known.keys()]).toEqual([])
  })
})

test('keeps the raw value of a soil sensor and stores the calibrated one', () => {
  const own = sensorsOf({ soilMoisture: { dry: 2780, wet: 1390 } })
  expect(read({ soil_moisture: 2085 }, own).values).toEqual({ soilMoisture: 50 })
  // A sensor that is wetter than its wet point sends more than 100 % can say.
  expect(read({ soil_moisture: 1200 }, own).values).toEqual({ soilMoisture: 100 })
  expect(own.raw.get('soilMoisture')).toEqual({ at: AT, value: 1200 })
})

describe('derived values', () => {
  test('derives values from a temperature and a humidity of the same channel only', () => {
    expect(read({ temperature: 18, humidity_2: 95, temperature_2: 18 }).values).toMatchObject({
      'vpd 2': 0.103,
    })
    expect(Object.keys(read({ temperature: 18, humidity_2: 95 }).values)).toEqual(['temperature', 'humidity 2'])
  })

  test('derives nothing from a humidity of 0, which means a missing sensor', () => {
    expect(Object.keys(read({ temperature: 20, humidity: 0 }).values)).toEqual(['temperature', 'humidity'])
  })

  test('computes derived values from calibrated values', () => {
    const own = sensorsOf({ temperature: { offset: 1 } })
    own.add(names.of('temperature') as Sensor)
    expect(read({ temperature: 24, humidity: 60 }, own).values).toMatchObject({ temperature: 25, vpd: 1.267 })
  })

  test('omits a derived value that would be the 65th of a message', () => {
    const many = Object.fromEntries(Array.from({ length: 61 }, (_, index) => [`x${index}`, index]))
    const { values, refused } = read({ temperature: 20, humidity: 50, ...many })
    expect(Object.keys(values)).toHaveLength(64)
    expect(values).toHaveProperty('vpd')
    expect(values).not.toHaveProperty('dewPoint')
    expect(refused).toEqual([])
  })
})

describe('hostile messages', () => {
  const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) })

  test.each([
    ['nested 5,000 deep', deep(5000)],
    ['with 10,000 names', Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`n${index}`, index]))],
    ['with 10,000 empty objects', { a: Array.from({ length: 10_000 }, () => ({})) }],
    [
      'with names of 10 KB',
      Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`${at}${'k'.repeat(10_240)}`, at])),
    ],
    ['with names that objects have', JSON.parse('{"__proto__":{"temperature":1},"constructor":2,"toString":3}')],
    ['with names that are no text', { '\ud800': 1, '\0': 2, '\u202e': 3, '🌱': 4, ' ': 5 }],
    ['of a list', [1, [2, [3, [4, [5]]]]]],
  ])('%s give at most 64 numbers and bounded reasons', (_, message) => {
    const { values, refused } = read(message)
    expect(Object.keys(values).length).toBeLessThanOrEqual(64)
    expect(refused.length).toBeLessThanOrEqual(1000)
    expect(refused.every((reason) => reason.length < 200)).toBe(true)
    expect(({} as Record<string, unknown>)['temperature']).toBeUndefined()
  })

  test('10,000 mutations of an ordinary one give finite numbers of sensors with proper channels', () => {
    const sample = '{"temperature":21.5,"soil":[{"moisture":41},{"ec":"850"}],"co2":400,"pump":true,"t":{"u":{"v":1}}}'
    const pieces = ['{', '}', '[', ']', '"', ':', ',', '1e308', '-0', 'null', 'NaN', '\\u0000', 'true', '"__proto__":']
    const random = seededRandom(SEED)
    for (let round = 0; round < 10_000; round++) {
      let text = sample
      for (let change = 0; change <= round % 3; change++) {
        const place = Math.floor(random() * text.length)
        const piece = pieces[Math.floor(random() * pieces.length)] ?? ''
        text = text.slice(0, place) + piece + text.slice(place + (round % 2))
      }
      const message = parsed(text)
      if (typeof message !== 'object' || message === null) continue
      const { values } = read(message)
      for (const [key, value] of Object.entries(values)) {
        expect(key).toMatch(/^[A-Za-z0-9]+(?: [A-Za-z0-9_.:-]{1,64})?$/)
        expect(Number.isFinite(value)).toBe(true)
      }
    }
  })
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
