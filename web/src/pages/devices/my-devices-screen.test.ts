import { describe, expect, test } from 'vitest'
import { matches } from './my-devices-screen.tsx'

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
  ])('the search for devices by "%s" finds %j', (typed, found) => {
    expect(devices.filter((device) => matches(device, typed)).map(({ deviceId }) => deviceId)).toEqual(found)
  })
})
