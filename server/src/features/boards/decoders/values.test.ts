import { expect, test } from 'vitest'
import { DecodingWork } from '../decoding-work.ts'
import { BoardValues, valuesOf } from './values.ts'

/** Returns the one value that a name makes. */
function one(name: string, sent: unknown, unit?: string) {
  const found = new BoardValues(new DecodingWork())
  found.add(name, sent, unit)
  return found.values[0]
}

test('reads a known name as its metric, in the unit of the metric', () => {
  expect(one('soil_moisture_2', '41')).toEqual({ metric: 'soilMoisture', channel: '2', value: 41 })
  expect(one('temp', 39.6, '°F')).toEqual({ metric: 'temperature', channel: '', value: 4.222 })
})

test('keeps any other name, or a foreign unit, with the unit that the board sends', () => {
  expect(one('linkquality', 87, 'lqi')).toEqual({ metric: 'other', channel: 'linkquality', value: 87, unit: 'lqi' })
  expect(one('voc', 120, 'ppb')).toEqual({ metric: 'other', channel: 'voc', value: 120, unit: 'ppb' })
  expect(one('uptime', 12)).toEqual({ metric: 'other', channel: 'uptime', value: 12 })
})

test.each([['nan'], ['unavailable'], [''], [null], ['on'], [Number.NaN], [Infinity], [{}]])(
  'takes %j for no value',
  (sent) => {
    expect(one('temperature', sent)).toBeUndefined()
  },
)

test('ignores a resistance of 0, of a sensor whose heater is not warm yet', () => {
  expect(one('Gas', 0)).toBeUndefined()
  expect(one('Gas', 48.5)).toEqual({ metric: 'gasResistance', channel: '', value: 48.5 })
})

test('joins the names of nested fields, hostile ones as well', () => {
  expect(
    valuesOf(
      JSON.parse('{"soil":[{"moisture":41},{"moisture":38}],"__proto__":{"lux":5},"a":{"b":{"c":{"d":{"e":1}}}}}'),
      new DecodingWork(),
    ),
  ).toEqual([
    { metric: 'soilMoisture', channel: '1', value: 41 },
    { metric: 'soilMoisture', channel: '2', value: 38 },
    { metric: 'illuminance', channel: 'proto', value: 5 },
  ])
})

test('reads at most 64 values of a message', () => {
  const fields = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`probe${index}`, index]))
  expect(valuesOf(fields, new DecodingWork())).toHaveLength(64)
})

test('prefers one of two names for a sensor', () => {
  expect(valuesOf({ temp: 20, temperature: 21 }, new DecodingWork())).toEqual([
    { metric: 'temperature', channel: '', value: 21 },
  ])
})

test('reads an object with a value and its unit as one value in the unit of its metric', () => {
  const sent = {
    battery_voltage: { displayName: 'Battery voltage', unit: 'V', value: 3.05 },
    soil: { temperature: { value: 68, unit: '°F' } },
    air_pressure: { value: 97_500, unit: 'Pa' },
    co2_sensor_temperature: { displayName: 'CO2 sensor temperature', unit: '°C', value: 23.95 },
    co2_sensor_status: { displayName: 'CO2 sensor status', value: 0 },
    ph: { value: -12.5, unit: 'mV' },
    pm10_number_concentration: { unit: '1⋅cm⁻³', value: 26.5 },
    list: { value: [1, 2], unit: 'm' },
    plain: { value: 5 },
  }
  expect(valuesOf(sent, new DecodingWork())).toEqual([
    { metric: 'batteryVoltage', channel: '', value: 3.05 },
    { metric: 'soilTemperature', channel: '', value: 20 },
    { metric: 'airPressure', channel: '', value: 975 },
    { metric: 'temperature', channel: 'co2_sensor', value: 23.95 },
    { metric: 'other', channel: 'co2_sensor_status', value: 0 },
    { metric: 'other', channel: 'ph', value: -12.5, unit: 'mV' },
    { metric: 'other', channel: 'pm10_number_concentration', value: 26.5, unit: '1⋅cm⁻³' },
    { metric: 'other', channel: 'list_value_1', value: 1 },
    { metric: 'other', channel: 'list_value_2', value: 2 },
    { metric: 'other', channel: 'plain_value', value: 5 },
  ])
})
