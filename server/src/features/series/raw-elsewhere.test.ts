import { expect, test } from 'vitest'
import { BusNetwork } from '../../../test/bus-network.ts'
import { openRawElsewhere } from './raw-elsewhere.ts'

test('returns the newest raw value that any process received, and none of other devices', async () => {
  const network = new BusNetwork()
  const join = (raw: Record<number, Array<[number, { at: number; value: number }]>>) =>
    openRawElsewhere({ bus: network.join(), registry: { rawBySlot: (deviceKey) => new Map(raw[deviceKey]) } })
  const ask = await join({})
  await join({ 1: [[0, { at: 20, value: 2780 }]], 2: [[0, { at: 90, value: 7 }]] })
  await join({
    1: [
      [0, { at: 30, value: 1390 }],
      [3, { at: 10, value: 5 }],
    ],
  })
  const heard = new Map([
    [0, { at: 30, value: 1390 }],
    [3, { at: 10, value: 5 }],
  ])
  expect(await ask([1, 4])).toEqual(new Map([[1, heard]]))
})
