import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readStored, store, STORED } from '../lib/storage.ts'
import { writeToken } from '../lib/token.ts'
import { keepKnown, restoreKnown } from './known-values.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  writeToken(null)
  localStorage.clear()
})

const tokenOf = (userId: string) => `header.${btoa(JSON.stringify({ Id: userId }))}.signature`

function seen(userId: string) {
  writeToken(tokenOf(userId))
  const client = new QueryClient()
  const stop = keepKnown(client, userId)
  client.setQueryData(['plants'], [{ plantName: 'Basil' }], { updatedAt: 1000 })
  client.setQueryData(['history', 'd', 'a', 'b', 500], { records: 'x'.repeat(100) })
  client.setQueryData(['sessions'], ['secret'])
  client.setQueryData(['user'], { firstName: 'Ann', email: 'ann@example.org' })
  vi.advanceTimersByTime(2000)
  stop()
}

test('what was seen last comes back with its age, and only what is worth it', () => {
  seen('ann')
  const client = new QueryClient()
  restoreKnown(client, 'ann')
  expect(client.getQueryData(['plants'])).toEqual([{ plantName: 'Basil' }])
  expect(client.getQueryState(['plants'])?.dataUpdatedAt).toBe(1000)
  expect(client.getQueryData(['sessions'])).toBeUndefined()
  expect(readStored(STORED.known)).not.toContain('history')
})

test('who somebody is is not written to the disk', () => {
  seen('ann')
  expect(readStored(STORED.known)).toContain('Basil')
  expect(readStored(STORED.known)).not.toContain('ann@example.org')
})

test('nobody sees what somebody else saw', () => {
  seen('ann')
  const client = new QueryClient()
  restoreKnown(client, 'bob')
  expect(client.getQueryData(['plants'])).toBeUndefined()
  expect(readStored(STORED.known)).toBeNull()
})

test('what can not be read is removed', () => {
  store(STORED.known, '{')
  restoreKnown(new QueryClient(), 'ann')
  expect(readStored(STORED.known)).toBeNull()
})

test('nothing is written once the session has ended', () => {
  writeToken(tokenOf('ann'))
  const client = new QueryClient()
  const stop = keepKnown(client, 'ann')
  client.setQueryData(['plants'], [{ plantName: 'Basil' }])
  writeToken(null)
  vi.advanceTimersByTime(2000)
  stop()
  expect(readStored(STORED.known)).toBeNull()
})
