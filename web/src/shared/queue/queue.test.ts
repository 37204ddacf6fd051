import { careRoutes } from '@greenhouse/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { live } from '../live/live.ts'
import { openQueueOf, USER_ID } from './queue.fixture.ts'
import { queue, startQueue } from './queue.ts'

let network: Awaited<ReturnType<typeof openQueueOf>>
let requests: string[]
let sockets: EventTarget[]
let stop: () => void
const woken = Object.assign(new EventTarget(), { getRegistration: async () => ({ sync: { register } }) })
const register = vi.fn<(tag: string) => Promise<void>>(async () => {})

beforeEach(async () => {
  requests = []
  sockets = []
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: woken })
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit = {}) => {
    requests.push(`${method} ${url}`)
    return Response.json({ care: [], merged: false })
  })
  vi.stubGlobal(
    'WebSocket',
    class extends EventTarget {
      constructor() {
        super()
        sockets.push(this)
      }
      send() {}
      close() {}
    },
  )
  network = await openQueueOf()
  network.setOnline(false)
  stop = startQueue(USER_ID)
  await queue.flush()
  register.mockClear()
  const body = { careId: 'a', kind: 'water' as const, plantIds: ['p'] }
  await queue.perform({ route: 'add', key: 'a', label: 'Watered Lemon', body })
})
afterEach(async () => {
  stop()
  live.stop()
  await network.end()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

const sent = () => requests.filter((request) => request === `POST ${careRoutes.add.path}`).length

/** Brings the network back without the event that browsers send. */
function comeOnline() {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => true })
}

test('sends what waits when the browser says that it is online', async () => {
  network.setOnline(true)
  await vi.waitFor(() => expect(sent()).toBe(1))
})

test('sends what waits when the page is visible again', async () => {
  comeOnline()
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(sent()).toBe(1))
})

test('sends what waits when the live connection is back', async () => {
  live.start()
  sockets[0]?.dispatchEvent(new Event('open'))
  sockets[0]?.dispatchEvent(new Event('close'))
  comeOnline()
  live.retry()
  expect(sent()).toBe(0)
  sockets[1]?.dispatchEvent(new Event('open'))
  await vi.waitFor(() => expect(sent()).toBe(1))
})

test('sends what waits when the page starts', async () => {
  stop()
  comeOnline()
  stop = startQueue(USER_ID)
  await vi.waitFor(() => expect(sent()).toBe(1))
})

test('asks the browser to wake it, and sends what waits when the service worker calls', async () => {
  await vi.waitFor(() => expect(register.mock.calls).toEqual([['greenhouse-queue']]))
  comeOnline()
  woken.dispatchEvent(new MessageEvent('message', { data: 'greenhouse-queue' }))
  await vi.waitFor(() => expect(sent()).toBe(1))
})

test('sends nothing any more once it is stopped', async () => {
  stop()
  network.setOnline(true)
  woken.dispatchEvent(new MessageEvent('message', { data: 'greenhouse-queue' }))
  document.dispatchEvent(new Event('visibilitychange'))
  await queue.flush()
  expect(sent()).toBe(0)
})
