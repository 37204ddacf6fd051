import { expect, test } from 'vitest'
import { intervalChoices, proposedInterval } from './sending-interval.ts'

const BATTERY = { metric: 'battery', channel: '', value: 90, unit: '%' }

test.each([
  ['unknown', null, 600],
  ['nearly a usual one', 61.4, 60],
  ['an unusual one', 47.2, 47],
  ['too short', 1, 10],
  ['too long', 5_000_000, 999_999],
])('the interval of a board is proposed when it is %s', (_, everySeconds, proposed) => {
  expect(proposedInterval({ everySeconds, family: 'tasmota', measures: [BATTERY] })).toBe(proposed)
})

test('a Zigbee device on a battery may be silent for 25 hours, which are ten intervals', () => {
  const zigbee = { everySeconds: 60, family: 'zigbee2mqtt' }
  expect(proposedInterval({ ...zigbee, measures: [BATTERY] }) * 10).toBe(25 * 3600)
  expect(proposedInterval({ ...zigbee, measures: [BATTERY], everySeconds: null }) * 10).toBe(25 * 3600)
  expect(proposedInterval({ ...zigbee, measures: [] })).toBe(60)
})

test('the proposed interval is one of the choices, in their order', () => {
  const values = (proposed: number) => intervalChoices(proposed).map(({ value }) => Number(value))
  expect(values(47)).toContain(47)
  expect(values(47)).toEqual(values(47).toSorted((one, other) => one - other))
  expect(values(60).filter((value) => value === 60)).toHaveLength(1)
})
