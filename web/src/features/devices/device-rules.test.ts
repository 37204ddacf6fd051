import { describe, expect, test } from 'vitest'
import { foldedDescription, selectorName } from './device-label.ts'
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
  ])('%s', (name, shown) => {
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
