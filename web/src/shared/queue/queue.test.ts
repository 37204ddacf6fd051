import { careRoutes } from '@greenhouse/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { live } from '../live/live.ts'
import { openQueueOf, USER_ID } from './queue.fixture.ts'
import { KEPT } from './queued-act.ts'
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
  expect(await queue.perform({ route: 'add', key: 'a', label: 'Watered Lemon', body })).toBe(KEPT)
})
afterEach(async () => {
  stop()
  live.stop()
  await network.end()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

const isSent = () => vi.waitFor(() => expect(requests).toContain(`POST ${careRoutes.add.path}`))

/** Brings the network back without the event that browsers send. */
function comeOnline() {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => true })
}

test('sends what waits when the browser says that it is online', async () => {
  network.setOnline(true)
  await isSent()
})

test('sends what waits when the page is visible again', async () => {
  comeOnline()
  document.dispatchEvent(new Event('visibilitychange'))
  await isSent()
})

test('sends what waits when the live connection is back', async () => {
  live.start()
  sockets[0]?.dispatchEvent(new Event('open'))
  sockets[0]?.dispatchEvent(new Event('close'))
  comeOnline()
  live.retry()
  expect(requests).not.toContain(`POST ${careRoutes.add.path}`)
  sockets[1]?.dispatchEvent(new Event('open'))
  await isSent()
})

test('sends what waits when the page starts', async () => {
  stop()
  comeOnline()
  stop = startQueue(USER_ID)
  await isSent()
})

test('asks the browser to wake it, and sends what waits when the service worker calls', async () => {
  await vi.waitFor(() => expect(register.mock.calls).toEqual([['greenhouse-queue']]))
  comeOnline()
  woken.dispatchEvent(new MessageEvent('message', { data: 'greenhouse-queue' }))
  await isSent()
})

test('sends nothing any more once it is stopped', async () => {
  stop()
  network.setOnline(true)
  woken.dispatchEvent(new MessageEvent('message', { data: 'greenhouse-queue' }))
  document.dispatchEvent(new Event('visibilitychange'))
  await queue.flush()
  expect(requests).not.toContain(`POST ${careRoutes.add.path}`)
})
