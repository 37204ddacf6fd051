import { expect, test } from 'vitest'
import { NEW_NAMES_MAX, RequestNames } from './request-names.ts'
import { SensorNames } from './sensor-names.ts'

test('ignores new names beyond 2,000 in a request but still resolves known ones', () => {
  const names = new SensorNames()
  const before = new RequestNames(names)
  before.of('soil_moisture_2')
  before.keep('soil_moisture_2')
  const request = new RequestNames(names)
  const meant = Array.from({ length: 66_000 }, (_, index) => request.of(`invented_${index}`))
  expect(meant.filter((sensor) => sensor !== undefined)).toHaveLength(NEW_NAMES_MAX)
  expect(request.matched).toBe(NEW_NAMES_MAX)
  expect(request.isFull).toBe(true)
  expect(request.of('soil_moisture_2')?.key).toBe('soilMoisture 2')
})

test('a name is known to later requests only when a value of it was kept', () => {
  const names = new SensorNames()
  const request = new RequestNames(names)
  for (const name of ['kept', 'dropped']) request.of(name)
  request.keep('kept')
  request.keep('never asked for')
  expect(['kept', 'dropped', 'never asked for'].map((name) => names.known(name)?.channel)).toEqual([
    'kept',
    undefined,
    undefined,
  ])
})
