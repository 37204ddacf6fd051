import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { addressOf, photoRoutes, type PhotoSize } from '@greenhouse/contract'
import { expect, test } from 'vitest'

const ORIGIN = 'https://greenhouse.example'
const SOURCE = readFileSync(join(import.meta.dirname, 'service-worker.js'), 'utf8').replace(
  `['__DOCUMENTS__']`,
  `['/plants', '/404']`,
)

type Listeners = Record<string, (event: unknown) => void>

/** Runs the worker in a browser with this network. Returns what it listens to. */
function run(globals: object, self: object = {}): Listeners {
  const listeners: Listeners = {}
  runInNewContext(SOURCE, {
    URL,
    Response,
    ...globals,
    self: {
      location: { origin: ORIGIN },
      addEventListener: (name: string, listener: (event: unknown) => void) => (listeners[name] = listener),
      ...self,
    },
  })
  return listeners
}

/** Returns the worker's response to opening a page. */
async function open(path: string, network: () => Promise<Response>, kept: Record<string, string>): Promise<string> {
  let responded: Promise<Response> | undefined
  const cache = { match: async (name: string) => (kept[name] === undefined ? undefined : new Response(kept[name])) }
  const listeners = run({ fetch: network, caches: { open: async () => cache } })
  listeners['fetch']?.({
    request: { method: 'GET', mode: 'navigate', url: ORIGIN + path },
    respondWith: (response: Promise<Response>) => (responded = response),
  })
  return (await responded)?.text() ?? 'nothing'
}

/** Returns the worker's response to a picture, or `nothing` when the browser fetches it by itself. */
async function load(path: string, network: () => Promise<Response>, kept: Record<string, string>): Promise<string> {
  let responded: Promise<Response> | undefined
  const cacheOf = (name: string) => ({
    match: async (key: string) =>
      name === 'greenhouse-pictures' && kept[key] !== undefined ? new Response(kept[key]) : undefined,
  })
  const listeners = run({ fetch: network, caches: { open: async (name: string) => cacheOf(name) } })
  listeners['fetch']?.({
    request: { method: 'GET', mode: 'no-cors', url: ORIGIN + path },
    respondWith: (response: Promise<Response>) => (responded = response),
  })
  const response = await responded
  return response === undefined ? 'nothing' : response.type === 'error' ? 'failure' : response.text()
}

const answers = (status: number) => async () => new Response(`from the network, ${status}`, { status })
const KEPT = { '/plants': 'plants, kept', '/404': 'not found, kept' }

test.each([200, 404, 429, 500])('the service worker passes on a page with the status %i', async (status) => {
  expect(await open('/plants', answers(status), KEPT)).toBe(`from the network, ${status}`)
})

test.each([502, 503, 504])('the service worker serves the cached page when a proxy answers %i', async (status) => {
  expect(await open('/plants', answers(status), KEPT)).toBe('plants, kept')
  expect(await open('/plants', answers(status), {})).toBe(`from the network, ${status}`)
})

test('the service worker serves the cached page when the server is unreachable', async () => {
  expect(await open('/plants', () => Promise.reject(new TypeError()), KEPT)).toBe('plants, kept')
  expect(await open('/elsewhere', () => Promise.reject(new TypeError()), KEPT)).toBe('not found, kept')
})

test('the service worker wakes the pages when the network is back, and sends nothing itself', async () => {
  const heard: unknown[] = []
  const page = { postMessage: (message: unknown) => heard.push(message) }
  const listeners = run({}, { clients: { matchAll: async () => [page, page] } })
  let done: Promise<void> | undefined
  const waitUntil = (promise: Promise<void>) => (done = promise)
  listeners['sync']?.({ tag: 'something else', waitUntil })
  expect(done).toBeUndefined()
  listeners['sync']?.({ tag: 'greenhouse-queue', waitUntil })
  await done
  expect(heard).toEqual(['greenhouse-queue', 'greenhouse-queue'])
})

const addressOfPhoto = (size: PhotoSize) => addressOf(photoRoutes.read, { params: { photoId: '7', size } })
const COVER = addressOfPhoto('small')
const unreachable = () => Promise.reject(new TypeError())

test('the service worker shows a kept cover only while the server is unreachable', async () => {
  const kept = { [COVER]: 'cover, kept' }
  expect(await load(`${COVER}?until=1&sig=s`, unreachable, kept)).toBe('cover, kept')
  // A member who left sees it no more.
  expect(await load(COVER, answers(404), kept)).toBe('from the network, 404')
  expect(await load(COVER, answers(200), kept)).toBe('from the network, 200')
  expect(await load(COVER, unreachable, {})).toBe('failure')
})

test.each([
  addressOfPhoto('large'),
  photoRoutes.covers.path,
  addressOf(photoRoutes.list, { params: { plantId: '7' } }),
])('the service worker leaves %s to the browser', async (path) => {
  expect(await load(path, answers(200), {})).toBe('nothing')
})

test('a new service worker removes the files of the last one and keeps the covers', async () => {
  const removed: string[] = []
  const caches = {
    keys: async () => ['greenhouse-pictures', 'greenhouse-0123456789ab'],
    delete: async (name: string) => removed.push(name),
  }
  const listeners = run({ caches }, { clients: { claim: async () => {} } })
  let done: Promise<void> | undefined
  listeners['activate']?.({ waitUntil: (promise: Promise<void>) => (done = promise) })
  await done
  expect(removed).toEqual(['greenhouse-0123456789ab'])
})
