import { metrics } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { SensorNames, type Sensor } from './sensor-names.ts'
import { seededRandom } from '../../../../../testing/random.ts'
import { SEED } from '../../../../../testing/test-run.ts'

const names = new SensorNames()

/** Returns the meaning of a name as `metric channel`. */
function meaning(name: string): string | undefined {
  return names.of(name)?.key
}

test('every alias of the catalogue means its metric', () => {
  for (const { id, aliases, aliasChannels = {} } of metrics) {
    for (const alias of aliases) {
      const channel = aliasChannels[alias]
      expect(meaning(alias)).toBe(channel === undefined ? id : `${id} ${channel}`)
    }
  }
})

test.each([
  ['temperature', 'temperature'],
  ['pressure', 'airPressure'],
  ['airPressure', 'airPressure'],
  ['air_quality_analog', 'airQuality'],
  ['airQuality', 'airQuality'],
  ['tC', 'temperature'],
  ['CarbonDioxide', 'co2'],
  ['SOIL-MOISTURE', 'soilMoisture'],
  ['Soil Moisture', 'soilMoisture'],
  ['soil.moisture', 'soilMoisture'],
  ['pm2.5', 'pm25'],
  ['eCO2', 'co2 eco2'],
])('resolves %s to %s regardless of case and separators', (name, meant) => {
  expect(meaning(name)).toBe(meant)
})

test.each([
  ['soil_moisture_2', 'soilMoisture 2'],
  ['soilmoisture2', 'soilMoisture 2'],
  ['bench3_temperature', 'temperature bench3'],
  ['temperatureNorth', 'temperature north'],
  ['DS18B20-1_Temperature', 'temperature ds18b20-1'],
  ['temp1', 'temperature 1'],
  ['co2_2', 'co2 2'],
  ['pm25_2', 'pm25 2'],
  ['eco2_left', 'co2 eco2_left'],
  ['soil_1_moisture', 'soilMoisture 1'],
  ['soil1temperature', 'soilTemperature 1'],
  ['Fugtighed æ temp', 'temperature fugtighed_ae'],
])('resolves %s to %s with the channel before, after or as a number inside the alias', (name, meant) => {
  expect(meaning(name)).toBe(meant)
})

test.each([
  ['moisture_light', 'soilMoisture light', 'the longest alias wins'],
  ['light_temp_c2', 'illuminance temp_c2', 'an alias inside a name is none'],
  ['voc_temp', 'temperature voc', 'the longest alias wins'],
  ['lux_rh', 'illuminance rh', 'the longest alias wins'],
  ['rh_ec', 'conductivity rh', 'of two equally long ones the later wins'],
])('%s means %s: %s', (name, meant) => {
  expect(meaning(name)).toBe(meant)
})

test.each([
  ['uptime', 'other uptime'],
  ['freeHeap', 'other freeHeap'],
  ['lightning_distance', 'other lightning_distance'],
  ['record', 'other record'],
  ['linkquality', 'other linkquality'],
  ['vpd', 'other vpd'],
  ['dewPoint', 'other dewPoint'],
  ['temp1f', 'other temp1f'],
  ['temperature_fahrenheit', 'other temperature_fahrenheit'],
  ['wind_speed_mph', 'other wind_speed_mph'],
  ['__proto__', 'other proto'],
  ['constructor', 'other constructor'],
  ['größe', 'other grosse'],
  ['温度', 'other u6e29u5ea6'],
  ['a b/c', 'other a_b_c'],
])('%s is no metric of the catalogue, or in another unit: %s', (name, meant) => {
  expect(meaning(name)).toBe(meant)
})

test.each([
  ['LYWSD03-52680f_Temperature', 'temperature lywsd03-52680f'],
  ['LYWSD03-52680f_Humidity', 'humidity lywsd03-52680f'],
  ['Bed f_temperature', 'temperature bed_f'],
  ['soil k_temperature', 'temperature soil_k'],
  ['Room_f_temperature', 'temperature room_f'],
  ['DS18B20-F_Temperature', 'temperature ds18b20-f'],
  ['humidity_f', 'humidity f'],
  ['moisture_k', 'soilMoisture k'],
])('%s means %s: f and k are units only directly behind the name of a temperature', (name, meant) => {
  expect(meaning(name)).toBe(meant)
})

test.each([
  ['temp_f'],
  ['temperature_f'],
  ['tempF'],
  ['temp1f'],
  ['water_temperature_k'],
  ['ph_mv'],
  ['battery_mv'],
  ['co2_sensor_status'],
  ['pm10_number_concentration'],
  ['voc_index'],
  ['co2_sensor_temperature_raw'],
  ['pm1'],
  ['pm1_0'],
  ['PM1.0'],
  ['pm1_0_mass_concentration'],
])('%s is kept under its own name: it is not what its alias measures', (name) => {
  expect(meaning(name)).toBe(`other ${name}`)
})

test.each([
  ['co2_sensor_temperature', 'temperature co2_sensor'],
  ['pm10', 'pm10'],
  ['PM10', 'pm10'],
  ['pm2_5', 'pm25'],
  ['pm10_2', 'pm10 2'],
])('%s means %s, and not what a part of it measures', (name, meant) => {
  expect(meaning(name)).toBe(meant)
})

test.each([[''], ['___'], ['🌱'], ['x'.repeat(65)], [`temperature_${'x'.repeat(10_240)}`]])(
  'no channel can be made of %j',
  (name) => {
    expect(meaning(name)).toBeUndefined()
  },
)

test('a channel of any name has at most 64 letters, digits and marks', () => {
  const letters = ['a', 'Z', '9', '_', '-', '.', ':', ' ', '/', '\u00e9', '\u6e29', '\0', '\ud800', '🌱']
  const random = seededRandom(SEED)
  const channels: string[] = []
  for (let round = 0; round < 5000; round++) {
    const name = Array.from({ length: 1 + (round % 80) }, () => letters[Math.floor(random() * letters.length)])
    channels.push(names.of(name.join(''))?.channel ?? '')
  }
  expect(channels.filter((channel) => !/^[A-Za-z0-9_.:-]{0,64}$/.test(channel))).toEqual([])
})

test('a name that is in use stays known while others are learned without end', () => {
  const few = new SensorNames()
  const learn = (name: string) => few.learn(name, few.of(name) as Sensor)
  learn('used_temperature')
  for (let index = 0; index < 30_000; index++) {
    learn(`invented_${index}`)
    few.known('used_temperature')
  }
  expect(few.known('used_temperature')?.key).toBe('temperature used')
  expect(few.known('invented_0')).toBeUndefined()
})
