import { ClientError } from '@greenhouse/contract'
import { expect, onTestFinished, test, vi } from 'vitest'
import { memoryStore } from './queue-store.ts'
import { KEPT, type Act } from './queued-act.ts'
import { SendQueue } from './send-queue.ts'

const photo = (photoId: string, bytes = 10): Act<'photo'> => ({
  route: 'photo',
  key: photoId,
  label: `Photo ${photoId}`,
  params: { plantId: 'p' },
  query: { photoId, careId: 'c', takenAt: '2026-06-16T12:12:00.000Z' },
  file: new Blob([new Uint8Array(bytes)]),
  preview: 'data:image/jpeg;base64,',
})

async function openQueue(answer: (act: Act, signal: AbortSignal) => unknown = () => ({}), store = memoryStore()) {
  const network = { isOn: false, sent: [] as Act[] }
  const queue = new SendQueue({
    store,
    canSend: () => network.isOn,
    askToBeWoken: () => {},
    send: async (act, signal) => {
      network.sent.push(act)
      return answer(act, signal)
    },
    now: () => Date.now(),
    random: () => 0,
  })
  await queue.open('ann')
  return { queue, network }
}

test('keeps the bytes of a photo, and sends them unchanged', async () => {
  const { queue, network } = await openQueue()
  const act = photo('a')
  expect(await queue.perform(act)).toBe(KEPT)
  network.isOn = true
  await queue.flush()
  expect(network.sent).toMatchObject([{ key: 'a', query: act.query, file: act.file }])
  expect(queue.acts).toEqual([])
})

test('keeps at most 60 MB of photos, and says so', async () => {
  const { queue } = await openQueue()
  await queue.perform(photo('a', 40 * 1024 * 1024))
  await expect(queue.perform(photo('b', 21 * 1024 * 1024))).rejects.toThrow('60 MB of photos wait on this phone.')
  await queue.perform(photo('c', 20 * 1024 * 1024))
  expect(queue.acts.map(({ key }) => key)).toEqual(['a', 'c'])
})

test('says that the phone is full when it can’t keep a photo', async () => {
  const full = { ...memoryStore(), put: () => Promise.reject(new DOMException('full', 'QuotaExceededError')) }
  const { queue } = await openQueue(undefined, full)
  await expect(queue.perform(photo('a'))).rejects.toThrow('This phone has no room to keep the photo until it is sent.')
})

test('gives a photo four times as long to arrive as another act', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const hang = (_act: Act, signal: AbortSignal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const { queue, network } = await openQueue(hang)
  network.isOn = true
  const performed = queue.perform(photo('a'))
  await vi.advanceTimersByTimeAsync(119_000)
  expect(queue.acts).toEqual([])
  await vi.advanceTimersByTimeAsync(1000)
  expect(await performed).toBe(KEPT)
  queue.close()
})

test('an undone photo that may have arrived is deleted, and one that can’t have arrived is only forgotten', async () => {
  const { queue, network } = await openQueue((act) => {
    if (act.route === 'photo') throw new ClientError('lost', 0, { code: 'network' })
    throw new ClientError('You have no such photo.', 404, { code: 'photo.not-found' })
  })
  await queue.perform(photo('never sent'))
  await queue.takeBack('never sent')
  expect([network.sent, queue.acts]).toEqual([[], []])
  network.isOn = true
  await queue.perform(photo('lost'))
  await queue.takeBack('lost')
  expect(network.sent.at(-1)).toMatchObject({ route: 'removePhoto', params: { photoId: 'lost' } })
  // The photo had not arrived.
  expect(queue.acts).toEqual([])
})
