import { careRoutes, deviceRoutes, plantRoutes, seriesRoutes } from '@greenhouse/contract'
import { afterEach, expect, test, vi } from 'vitest'
import { fetchFirstData } from './first-data.ts'
import { newQueryClient } from './query-client.ts'

afterEach(() => void vi.unstubAllGlobals())

const [TODAY, PLANTS] = [careRoutes.today.path, plantRoutes.list.path]
const SERIES = [deviceRoutes.list.path, seriesRoutes.newest.path]

test.each([
  ['/', '', [PLANTS, TODAY, ...SERIES]],
  ['/tasks', '', [PLANTS, TODAY]],
  ['/tasks', '?place=0190a1b2-0000-4000-8000-0000000000f2', [PLANTS]],
  ['/plants', '?place=0190a1b2-0000-4000-8000-0000000000f2', [PLANTS]],
  ['/history', '?place=0190a1b2-0000-4000-8000-0000000000f2', SERIES],
  ['/mydevice', '', SERIES],
  ['/profile', '', []],
])('requests what %s%s draws first: %j', async (pathname, search, expected) => {
  const requested: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url)
    return Response.json([])
  })
  fetchFirstData(newQueryClient(), pathname, search)
  await expect.poll(() => requested.toSorted()).toEqual(expected.toSorted())
})
