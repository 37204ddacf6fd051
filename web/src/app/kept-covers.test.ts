import { addressOf, photoRoutes } from '@greenhouse/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { writeToken } from '../lib/token.ts'
import { aPhoto } from '../shared/care/photo/photo.fixture.ts'
import { keepCovers } from './kept-covers.ts'

const idOf = (number: number) => `0190a1b2-0000-4000-8000-000000000b0${number}`
const cover = (number: number) => aPhoto({ photoId: idOf(number) })
const pathOf = (number: number) => addressOf(photoRoutes.read, { params: { photoId: idOf(number), size: 'small' } })

let kept: Map<string, string>
let fetched: string[]

beforeEach(() => {
  kept = new Map()
  fetched = []
  const cache = {
    keys: async () => [...kept.keys()].map((path) => ({ url: `https://greenhouse.example${path}` })),
    delete: async ({ url }: { url: string }) => kept.delete(new URL(url).pathname),
    put: async (path: string, response: Response) => void kept.set(path, await response.text()),
  }
  vi.stubGlobal('caches', { open: async () => cache, delete: async () => kept.clear() })
  vi.stubGlobal('fetch', async (link: string) => {
    fetched.push(link)
    return new Response(link, { status: link.includes(idOf(3)) ? 404 : 200 })
  })
})
afterEach(() => vi.unstubAllGlobals())

test('keeps the small covers by their path, each fetched once, and removes those that are covers no more', async () => {
  await keepCovers([cover(1), cover(2)])
  expect([...kept]).toEqual([
    [pathOf(1), cover(1).small],
    [pathOf(2), cover(2).small],
  ])
  await keepCovers([cover(2), cover(4)])
  expect([...kept.keys()]).toEqual([pathOf(2), pathOf(4)])
  expect(fetched).toEqual([cover(1), cover(2), cover(4)].map(({ small }) => small))
})

test('keeps no refusal', async () => {
  await keepCovers([cover(3)])
  expect([...kept]).toEqual([])
})

test('forgets the covers when the session ends', async () => {
  await keepCovers([cover(1)])
  writeToken(null)
  await vi.waitFor(() => expect([...kept]).toEqual([]))
})
