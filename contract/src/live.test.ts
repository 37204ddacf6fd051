import { expect, test } from 'vitest'
import { sameEventType } from './live.ts'

test.each([
  ['Pong', 'PONG', true],
  ['Pong', 'PongDto', true],
  ['Pong', 'pong-dto', true],
  ['server_broadcasts live-alert.to alert view', 'ServerBroadcastsLiveAlertToAlertView', true],
  ['Pong', 'Ping', false],
  ['DtoPong', 'Pong', false],
  ['Pong2', 'Pong', false],
])('the event types %s and %s are the same: %s', (one, other, same) => {
  expect(sameEventType(one, other)).toBe(same)
  expect(sameEventType(other, one)).toBe(same)
})
