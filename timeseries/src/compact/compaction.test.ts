import { expect, test } from 'vitest'
import { seededRandom } from '../../../testing/random.ts'
import { PassOrder } from './compaction.ts'
import { SEED } from '../../../testing/test-run.ts'

const random = seededRandom(SEED)
const devicesOf = (keys: readonly number[]) => new Map(keys.map((key) => [key, key]))

function inOrder(order: PassOrder): number[] {
  while (order.prepare());
  return Array.from({ length: order.length }, (_, index) => order.at(index))
}

test.each([
  ['none', []],
  ['one', [7]],
  ['keys in ascending order', Array.from({ length: 20_000 }, (_, index) => index + 1)],
  ['keys in descending order', Array.from({ length: 20_000 }, (_, index) => 20_000 - index)],
  ['any keys', [...new Set(Array.from({ length: 30_000 }, () => Math.floor(random() * 2 ** 45)))]],
])('orders devices by their keys: %s', (_name, keys) => {
  expect(inOrder(new PassOrder(devicesOf(keys)))).toEqual(keys.toSorted((one, other) => one - other))
})

test('leaves out a device that was removed before its key is read', () => {
  const devices = devicesOf(Array.from({ length: 10_000 }, (_, index) => index))
  const order = new PassOrder(devices)
  order.prepare()
  devices.delete(9999)
  expect(inOrder(order)).toEqual(Array.from({ length: 9999 }, (_, index) => index))
})
