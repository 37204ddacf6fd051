import type { Delivery } from '@greenhouse/contract'
import { expect, test } from 'vitest'
import { deliveryStates } from './delivery-line.tsx'

const now = new Date(2026, 5, 16, 11, 10).getTime()
const at = (hour: number, minute: number) => new Date(2026, 5, 16, hour, minute).toISOString()
const message = (more: Partial<Delivery>): Delivery => ({
  deliveryId: crypto.randomUUID(),
  channelId: 'ntfy',
  channelName: 'ntfy',
  episodeId: 'e',
  title: 'Temperature',
  state: 'sent',
  attempts: 1,
  createdAt: at(11, 5),
  sentAt: at(11, 5),
  nextTryAt: null,
  answer: null,
  ...more,
})

test('the delivery of each channel is described by its last message', () => {
  const mail = { channelId: 'mail', channelName: 'E-mail' }
  const words = (...all: Delivery[]) => deliveryStates(all, now).map((one) => `${one.state}: ${one.words}`)
  expect(words()).toEqual([])
  expect(
    words(
      message({ sentAt: at(9, 0) }),
      message({ ...mail, state: 'waiting', attempts: 2, sentAt: null, nextTryAt: at(11, 20) }),
      message({}),
    ),
  ).toEqual(['sent: Sent to ntfy 11.05', 'failed: E-mail failed, next try 11.20'])
  expect(words(message({ state: 'merged' }))).toEqual(['sent: Sent to ntfy in a list 11.05'])
  expect(words(message({ state: 'failed', sentAt: null }))).toEqual(['failed: ntfy failed'])
  const waiting = { state: 'waiting', attempts: 0, sentAt: null } as const
  expect(words(message({ ...waiting, nextTryAt: at(11, 10) }))).toEqual(['waiting: Sending to ntfy'])
  expect(words(message({ ...waiting, nextTryAt: at(22, 0) }))).toEqual(['waiting: ntfy waits until 22.00'])
})
