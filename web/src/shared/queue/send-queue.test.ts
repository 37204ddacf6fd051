import { ClientError } from '@greenhouse/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { memoryStore } from './queue-store.ts'
import { KEPT, TOO_OLD, type Act } from './queued-act.ts'
import { QUEUE_MAX, SendQueue, type Sync } from './send-queue.ts'

const NOW = Date.parse('2026-06-16T12:12:00Z')
const DAY = 86_400_000
let network: {
  isOn: boolean
  answer: (act: Act, signal: AbortSignal) => unknown
  sent: Act[]
  store: ReturnType<typeof memoryStore>
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  network = { isOn: false, answer: () => ({}), sent: [], store: memoryStore() }
})
afterEach(() => void vi.useRealTimers())

async function openQueue(userId = 'ann', clock = () => Date.now()) {
  const queue = new SendQueue({
    store: network.store,
    canSend: () => network.isOn,
    askToBeWoken: () => {},
    send: async (act, signal) => {
      network.sent.push(act)
      return network.answer(act, signal)
    },
    now: clock,
    random: () => 0,
  })
  await queue.open(userId)
  return queue
}

const water = (key: string): Act<'add'> => ({
  route: 'add',
  key,
  label: `Watered ${key}`,
  body: { careId: key, kind: 'water', plantIds: ['p'] },
})
const keys = (acts: readonly Act[]) => acts.map(({ key }) => key)
const refusal = (status: number, code = '') => new ClientError('No.', status, { code })
const unreachable = () => refusal(0, 'network')
const fail = (error: ClientError) => () => {
  throw error
}

test('sends an act at once and returns the reply', async () => {
  network = { ...network, isOn: true, answer: () => 'reply' }
  const queue = await openQueue()
  expect(await queue.perform(water('a'))).toBe('reply')
  // The server knows when it was.
  expect(network.sent).toEqual([water('a')])
  expect(queue.acts).toEqual([])
})

test('throws a refusal of an act that did not wait', async () => {
  network = { ...network, isOn: true, answer: fail(refusal(409)) }
  const queue = await openQueue()
  await expect(queue.perform(water('a'))).rejects.toThrow('No.')
  expect(queue.acts).toEqual([])
})

test('keeps acts without a network, and sends them in order, one at a time, with the time of the tap', async () => {
  const queue = await openQueue()
  expect(await queue.perform(water('a'))).toBe(KEPT)
  vi.setSystemTime(NOW + 60_000)
  await queue.perform(water('b'))
  expect(network.sent).toEqual([])

  const first = Promise.withResolvers<void>()
  network = { ...network, isOn: true, answer: ({ key }) => (key === 'a' ? first.promise : {}) }
  const sync = vi.fn<(one: Sync) => void>()
  queue.onSync(sync)
  const flushed = Promise.all([queue.flush(), queue.flush()])
  await vi.waitFor(() => expect(keys(network.sent)).toEqual(['a']))
  first.resolve()
  await flushed
  expect(network.sent.map((act) => 'body' in act && 'at' in act.body && act.body.at)).toEqual([
    '2026-06-16T12:12:00.000Z',
    '2026-06-16T12:13:00.000Z',
  ])
  expect(queue.acts).toEqual([])
  expect(sync.mock.calls).toEqual([[{ sent: 2, refused: 0, asked: 0 }]])
})

test('keeps acts over a reload, for the same person only', async () => {
  const before = await openQueue()
  await before.perform(water('a'))
  before.close()
  expect(keys((await openQueue()).acts)).toEqual(['a'])
  expect((await openQueue('bob')).acts).toEqual([])
  // Another person has signed in meanwhile.
  expect((await openQueue()).acts).toEqual([])
})

test('sends a new act behind those that wait', async () => {
  const queue = await openQueue()
  await queue.perform(water('a'))
  network.isOn = true
  await queue.perform(water('b'))
  expect(keys(network.sent)).toEqual(['a', 'b'])
})

test('sends an act again with the same id after a lost reply', async () => {
  network = { ...network, isOn: true, answer: fail(unreachable()) }
  const queue = await openQueue()
  expect(await queue.perform(water('a'))).toBe(KEPT)
  network.answer = () => ({})
  await queue.flush()
  expect(network.sent.map((act) => act.route === 'add' && act.body.careId)).toEqual(['a', 'a'])
})

test('gives a request up that hangs, and sends it again with the same id', async () => {
  const hang = (_act: Act, signal: AbortSignal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  network = { ...network, isOn: true, answer: hang }
  const queue = await openQueue()
  const performed = queue.perform(water('a'))
  await vi.advanceTimersByTimeAsync(29_000)
  expect(queue.acts).toEqual([])
  await vi.advanceTimersByTimeAsync(1000)
  expect(await performed).toBe(KEPT)
  // One that waits holds up those behind it no longer than that.
  const flushed = queue.flush()
  await vi.advanceTimersByTimeAsync(30_000)
  await flushed
  network.answer = () => ({})
  await queue.flush()
  expect(keys(network.sent)).toEqual(['a', 'a', 'a'])
  expect(queue.acts).toEqual([])
})

test('sends an act of more than 30 days ago only once its person says so', async () => {
  const queue = await openQueue()
  await queue.perform(water('old'))
  vi.setSystemTime(NOW + 30 * DAY)
  await queue.perform(water('new'))
  vi.setSystemTime(NOW + 30 * DAY + 1)
  const sync = vi.fn<(one: Sync) => void>()
  queue.onSync(sync)
  network.isOn = true
  await queue.flush()
  expect(keys(network.sent)).toEqual(['new'])
  expect(sync.mock.calls).toEqual([[{ sent: 1, refused: 0, asked: 1 }]])
  const [old] = queue.acts
  expect(old?.refusal).toEqual({ reason: 'This is more than 30 days ago.', code: TOO_OLD })
  if (old) await queue.retry(old)
  expect(network.sent.at(-1)).toMatchObject({ key: 'old', body: { at: '2026-06-16T12:12:00.000Z' } })
  expect(queue.acts).toEqual([])
})

test.each([unreachable(), refusal(429), refusal(503), refusal(401)])(
  'tries again later after $status',
  async (failure) => {
    const queue = await openQueue()
    await queue.perform(water('a'))
    await queue.perform(water('b'))
    network = { ...network, isOn: true, answer: fail(failure) }
    await queue.flush()
    expect([keys(network.sent), keys(queue.acts)]).toEqual([['a'], ['a', 'b']])
    network.answer = () => ({})
    await vi.advanceTimersByTimeAsync(1000)
    expect(keys(network.sent)).toEqual(['a', 'a', 'b'])
  },
)

test('looks for the network every 30 seconds', async () => {
  const queue = await openQueue()
  await queue.perform(water('a'))
  network.isOn = true
  await vi.advanceTimersByTimeAsync(30_000)
  expect(keys(network.sent)).toEqual(['a'])
})

test.each([400, 403, 404, 409])(
  'sends the others although %i refuses one, which can be tried again',
  async (status) => {
    const queue = await openQueue()
    await queue.perform(water('a'))
    await queue.perform(water('b'))
    network = { ...network, isOn: true, answer: ({ key }) => key === 'a' && fail(refusal(status, 'task.ended'))() }
    await queue.flush()
    expect(keys(network.sent)).toEqual(['a', 'b'])
    const [refused] = queue.acts
    expect(refused?.refusal).toEqual({ reason: 'No.', code: 'task.ended' })
    network.answer = () => ({})
    if (refused) await queue.retry(refused)
    expect(queue.acts).toEqual([])
  },
)

test('names no time to come', async () => {
  const ahead = { ms: 3_600_000 }
  const queue = await openQueue('ann', () => Date.now() + ahead.ms)
  await queue.perform(water('a'))
  // The first reply corrects the clock.
  ahead.ms = 0
  network.isOn = true
  await queue.flush()
  expect(network.sent).toEqual([
    expect.objectContaining({ body: expect.objectContaining({ at: '2026-06-16T12:12:00.000Z' }) }),
  ])
})

test('cuts a time to now that the server refuses, and sends the act again', async () => {
  const ahead = { ms: 3_600_000 }
  const queue = await openQueue('ann', () => Date.now() + ahead.ms)
  await queue.perform(water('a'))
  network.isOn = true
  network.answer = () => {
    if (ahead.ms === 0) return {}
    // As every reply does, the refusal corrects the clock.
    ahead.ms = 0
    throw refusal(400)
  }
  await queue.flush()
  expect(network.sent.map((act) => act.route === 'add' && act.body.at)).toEqual([
    '2026-06-16T13:12:00.000Z',
    '2026-06-16T12:12:00.000Z',
  ])
  expect(queue.acts).toEqual([])
})

test('takes back an act that was never sent', async () => {
  const queue = await openQueue()
  await queue.perform(water('a'))
  await queue.takeBack('a')
  network.isOn = true
  await queue.flush()
  expect(network.sent).toEqual([])
})

test('undoes an act on the server that may have arrived there', async () => {
  network = { ...network, isOn: true, answer: fail(unreachable()) }
  const queue = await openQueue()
  await queue.perform(water('a'))
  await queue.takeBack('a')
  // It had not arrived.
  network.answer = fail(refusal(404, 'care.not-found'))
  await queue.flush()
  expect(network.sent.at(-1)).toMatchObject({ route: 'remove', params: { careId: 'a' } })
  expect(queue.acts).toEqual([])
})

test('fails like any other call once 200 acts wait', async () => {
  const queue = await openQueue()
  for (let index = 0; index < QUEUE_MAX; index++) await queue.perform(water(`a${index}`))
  network.answer = fail(unreachable())
  await expect(queue.perform(water('b'))).rejects.toThrow('No.')
  expect(queue.acts).toHaveLength(QUEUE_MAX)
})
