import { describe, expect, test } from 'vitest'
import { deviceConditionInput, parseCondition, writeCondition } from './conditions.ts'

describe('a condition', () => {
  test.each([
    ['>=25', { kind: 'above', limit: 25 }, '>=25'],
    ['<=-3.5', { kind: 'below', limit: -3.5 }, '<=-3.5'],
    ['>= 25.50', { kind: 'above', limit: 25.5 }, '>=25.5'],
    ['<=-0', { kind: 'below', limit: 0 }, '<=0'],
    ['<=0', { kind: 'below', limit: 0 }, '<=0'],
  ] as const)('the condition %s is parsed', (text, limit, written) => {
    const read = parseCondition(text)
    expect(read).toEqual(limit)
    expect(read && writeCondition(read)).toBe(written)
  })

  test.each(['25', '>25', '=25', '>=', '>=25.555', '>=1e3', '>=NaN', '<=--3', '>=25 ', `>=${'9'.repeat(8)}`, ''])(
    'the text "%s" is not a condition',
    (text) => {
      expect(parseCondition(text)).toBeUndefined()
    },
  )

  test('names the field and the bound when it is out of range', () => {
    const device = '0190a1b2-0000-4000-8000-000000000001'
    const issuesOf = (input: object) =>
      deviceConditionInput.safeParse(input).error?.issues.map(({ path, message }) => [path[0], message])
    expect(issuesOf({ userDeviceId: device, sensorType: 'Humidity', condition: '>=101' })).toEqual([
      ['condition', 'Value must be ≤ 100 %'],
    ])
    expect(issuesOf({ userDeviceId: '', sensorType: 'Humidity', condition: '>=10' })).toEqual([
      ['userDeviceId', 'Please select a device.'],
    ])
    expect(issuesOf({ userDeviceId: device, sensorType: 'Magic', condition: '>=10' })).toEqual([
      ['sensorType', 'Please select a sensor.'],
    ])
  })
})
