import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { aCare } from '../../shared/care/care.fixture.ts'
import { careLog } from './care-queries.ts'

afterEach(() => void vi.unstubAllGlobals())

test('a log that the browser kept is fetched anew from its newest entry', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(url, 'http://localhost').search)
    return Response.json([aCare()])
  })
  const log = careLog('0190a1b2-0000-4000-8000-000000000301')
  const [before, after] = [new QueryClient(), new QueryClient()]
  await before.fetchInfiniteQuery(log)
  hydrate(after, JSON.parse(JSON.stringify(dehydrate(before))))
  await after.fetchInfiniteQuery(log)
  expect(asked).toEqual([asked[0], asked[0]])
  expect(asked[0]).not.toContain('before')
})
