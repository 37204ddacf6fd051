import { describe, expect, test } from 'vitest'
import { foldedDescription, selectorName } from '../../shared/device/device-label.ts'
import { silentDevices } from '../../shared/liveness/liveness.ts'
import { matchingDevices } from './matching-devices.ts'

describe('the search for devices', () => {
  const devices = [
    { deviceName: 'Tomato house', deviceId: '0b7c' },
    { deviceName: 'Orangery', deviceId: 'f1a2' },
  ]
  test.each([
    ['', ['0b7c', 'f1a2']],
    ['TOMATO', ['0b7c']],
    ['  orang ', ['f1a2']],
    ['F1A', ['f1a2']],
    ['[', []],
  ])('for "%s" finds %j', (typed, found) => {
    expect(matchingDevices(devices, typed).map(({ deviceId }) => deviceId)).toEqual(found)
  })
})

describe('the name in a selector', () => {
  test.each([
    ['Tomato house, north end', 'Tomato house, north end'],
    ['a'.repeat(25), 'a'.repeat(25)],
    ['a'.repeat(26), `${'a'.repeat(25)}…`],
    [`${'a'.repeat(24)}👩‍🌾🌱`, `${'a'.repeat(24)}👩‍🌾…`],
  ])('%s is cut to %s', (name, shown) => {
    expect(selectorName(name)).toBe(shown)
  })
})

describe('a description', () => {
  test.each([
    ['short', undefined],
    ['a'.repeat(100), undefined],
    ['👩‍🌾'.repeat(100), undefined],
    ['a'.repeat(101), `${'a'.repeat(100)}…`],
    [`${'a'.repeat(95)} seedlings below`, `${'a'.repeat(95)}…`],
    [`${'a'.repeat(90)} seedlings below`, `${'a'.repeat(90)} seedlings…`],
    [`short ${'w'.repeat(120)}`, `short ${'w'.repeat(94)}…`],
  ])('%s is folded after a word, above 100 characters only', (description, folded) => {
    expect(foldedDescription(description)).toBe(folded)
  })
})

test('the devices that fell silent are named, the last one first, and none that never reported', () => {
  const now = Date.parse('2026-11-20T12:00:00Z')
  const device = (deviceName: string, time: string | null) => ({ deviceName, time, waitTime: '600' })
  const devices = [
    device('live', '2026-11-20T11:55:00Z'),
    device('late', '2026-11-20T10:30:00Z'),
    device('silent for long', '2026-11-01T10:00:00Z'),
    device('silent', '2026-11-20T10:10:00Z'),
    device('new', null),
  ]
  expect(silentDevices(devices, now).map(({ deviceName }) => deviceName)).toEqual(['silent', 'silent for long'])
})
