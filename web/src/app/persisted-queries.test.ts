import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readStored, store, STORED } from '../lib/storage.ts'
import { writeToken } from '../lib/token.ts'
import { persistQueries, restoreQueries } from './persisted-queries.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  writeToken(null)
  localStorage.clear()
})

const tokenOf = (userId: string) => `header.${btoa(JSON.stringify({ Id: userId }))}.signature`

function seen(userId: string, build?: string) {
  writeToken(tokenOf(userId))
  const client = new QueryClient()
  const stop = persistQueries(client, userId, build)
  client.setQueryData(['plants'], [{ plantName: 'Basil' }], { updatedAt: 1000 })
  client.setQueryData(['history', 'd', 'a', 'b', 500], { records: 'x'.repeat(100) })
  client.setQueryData(['sessions'], ['secret'])
  client.setQueryData(['user'], { firstName: 'Ann', email: 'ann@example.org' })
  vi.advanceTimersByTime(2000)
  stop()
}

test('what was seen last comes back with its age, to be fetched again, without histories and sessions', () => {
  seen('ann')
  const client = new QueryClient()
  restoreQueries(client, 'ann')
  expect(client.getQueryData(['plants'])).toEqual([{ plantName: 'Basil' }])
  expect(client.getQueryState(['plants'])).toMatchObject({ dataUpdatedAt: 1000, isInvalidated: true })
  expect(client.getQueryData(['sessions'])).toBeUndefined()
  expect(readStored(STORED.queries)).not.toContain('history')
})

test('who somebody is is not written to the disk', () => {
  seen('ann')
  expect(readStored(STORED.queries)).toContain('Basil')
  expect(readStored(STORED.queries)).not.toContain('ann@example.org')
})

test('nobody sees what somebody else saw', () => {
  seen('ann')
  const client = new QueryClient()
  restoreQueries(client, 'bob')
  expect(client.getQueryData(['plants'])).toBeUndefined()
  expect(readStored(STORED.queries)).toBeNull()
})

test('what can not be read is removed', () => {
  store(STORED.queries, '{')
  restoreQueries(new QueryClient(), 'ann')
  expect(readStored(STORED.queries)).toBeNull()
})

test('nothing is written once the session has ended', () => {
  writeToken(tokenOf('ann'))
  const client = new QueryClient()
  const stop = persistQueries(client, 'ann')
  client.setQueryData(['plants'], [{ plantName: 'Basil' }])
  writeToken(null)
  vi.advanceTimersByTime(2000)
  stop()
  expect(readStored(STORED.queries)).toBeNull()
})

test('what another build has stored is removed unread', () => {
  seen('ann', 'old')
  const client = new QueryClient()
  restoreQueries(client, 'ann', 'new')
  expect(client.getQueryData(['plants'])).toBeUndefined()
  expect(readStored(STORED.queries)).toBeNull()
})
