import { expect, test } from 'vitest'
import { Filters, matches } from './filters.ts'

test.each([
  ['a/b', 'a/b', true],
  ['a/+', 'a/b', true],
  ['+/b', 'a/b', true],
  ['#', 'a/b', true],
  ['a/#', 'a', true],
  ['a/#', 'a/b/c', true],
  ['+/+', 'a/b', true],
  ['a', 'a/b', false],
  ['+', 'a/b', false],
  ['a/+', 'a', false],
  ['a/+/c', 'a/b/d', false],
  ['b/#', 'a/b', false],
])('matches %s and %s: %s', (filter, topic, does) => {
  expect(matches(filter, topic)).toBe(does)
})

test.each([
  [['Device/d1/#'], true],
  [['status', '#'], true],
  [['+/d1/ChangePreferences'], true],
  [['zigbee2mqtt/#', 'Devices/d1'], false],
  [[], false],
])('finds that subscriptions to %j may match topics below Device: %s', (topics, may) => {
  const filters = new Filters()
  subscribe(filters, ...topics)
  expect(filters.mayMatchBelow('Device/')).toBe(may)
})

const rules = { maySubscribe: () => true, limits: { filters: 10, subscriptions: 2 }, version: 5 }
const subscribe = (filters: Filters, ...topics: string[]) =>
  filters.add(
    topics.map((topic) => ({ topic, qos: 1 as const })),
    rules,
  ).granted

test.each(['a+', '+a/b', 'a/#/b', '#a', 'a\0'])('refuses %s as a filter', (topic) => {
  expect(subscribe(new Filters(), topic)).toEqual([0x8f])
})

test('limits the subscriptions of a connection, and accepts repeated ones', () => {
  const filters = new Filters()
  expect(subscribe(filters, 'a', 'b', 'c')).toEqual([1, 1, 0x97])
  expect(subscribe(filters, 'a')).toEqual([1])
  filters.remove('a')
  expect(subscribe(filters, 'c')).toEqual([1])
})
