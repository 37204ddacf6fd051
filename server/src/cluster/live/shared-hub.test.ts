import { expect, test } from 'vitest'
import type { Bus, End } from '../../platform/bus/bus.ts'
import { openLoneBus } from '../../platform/bus/lone-bus.ts'
import { SharedHub } from './shared-hub.ts'

const MESSAGE = { eventType: 'AdminHasDeletedData' } as const

/** A hub over a bus whose subscriptions begin when the test says so. */
function openHub() {
  const begun: Array<{ receive: (message: unknown) => void; begin: () => void; isEnded: boolean }> = []
  const published: string[] = []
  const bus: Bus = {
    ...openLoneBus('node'),
    publish: (subject) => void published.push(subject.split('.')[0] ?? ''),
    subscribe(subject, receive) {
      const { promise, resolve } = Promise.withResolvers<End>()
      const one = { receive, begin: () => resolve(() => (one.isEnded = true)), isEnded: false }
      if (subject.startsWith('live.')) begun.push(one)
      return promise
    },
  }
  const frames: string[] = []
  const subscriber = { send: (frame: string) => void frames.push(frame), closed: () => void frames.push('closed') }
  return { hub: new SharedHub(bus), begun, published, frames, subscriber }
}

test('a topic is listened to on the bus once, and only while somebody here subscribes to it', async () => {
  const { hub, begun, subscriber } = openHub()
  const other = { send: () => {} }
  const subscribed = [hub.subscribe('t', subscriber), hub.subscribe('t', other)]
  expect(begun).toHaveLength(1)
  begun[0]?.begin()
  await Promise.all(subscribed)
  hub.unsubscribe('t', subscriber)
  await Promise.resolve()
  expect(begun[0]?.isEnded).toBe(false)
  hub.unsubscribe('t', other)
  await Promise.resolve()
  expect(begun[0]?.isEnded).toBe(true)
  expect(hub.subscribedTopics()).toEqual([])
})

test('sends no message twice to a subscriber that returns before the former subscription on the bus has ended', async () => {
  const { hub, begun, frames, subscriber } = openHub()
  void hub.subscribe('t', subscriber)
  hub.unsubscribe('t', subscriber)
  void hub.subscribe('t', subscriber)
  expect(begun).toHaveLength(2)
  for (const { receive } of begun) receive(MESSAGE)
  expect(frames).toEqual([JSON.stringify(MESSAGE)])
  for (const { begin } of begun) begin()
  await Promise.resolve()
  expect(begun.map(({ isEnded }) => isEnded)).toEqual([true, false])
})

test('publishes to other processes, unless a message is for this one only', () => {
  const { hub, published, frames, subscriber } = openHub()
  void hub.subscribe('t', subscriber)
  hub.publishHere('t', MESSAGE)
  expect([published, frames.length]).toEqual([[], 1])
  hub.publish('t', MESSAGE)
  hub.publish('heard elsewhere', MESSAGE)
  expect([published, frames.length]).toEqual([['live', 'live'], 2])
})

test('a topic that is closed has no subscribers here, is not listened to, and is closed elsewhere', async () => {
  const { hub, begun, published, frames, subscriber } = openHub()
  const subscribed = hub.subscribe('t', subscriber)
  begun[0]?.begin()
  await subscribed
  hub.close('t')
  await Promise.resolve()
  expect([frames, published, begun[0]?.isEnded, hub.hasSubscribers('t')]).toEqual([
    ['closed'],
    ['live-closed'],
    true,
    false,
  ])
})
