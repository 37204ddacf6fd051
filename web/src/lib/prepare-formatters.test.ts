import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => vi.resetModules())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function stubWorker() {
  const worker = Object.assign(new EventTarget(), { terminate: vi.fn<() => void>() })
  vi.stubGlobal('Worker', function Worker() {
    return worker
  })
  return worker
}

/** Starts preparing. Returns a function that is true once prepared. */
async function prepare(): Promise<() => boolean> {
  const { prepareFormatters } = await import('./prepare-formatters.ts')
  let isDone = false
  void prepareFormatters().then(() => (isDone = true))
  return () => isDone
}

test('resolves when the worker has finished, and terminates it', async () => {
  const worker = stubWorker()
  const isDone = await prepare()
  await Promise.resolve()
  expect(isDone()).toBe(false)
  worker.dispatchEvent(new Event('message'))
  await expect.poll(isDone).toBe(true)
  expect(worker.terminate).toHaveBeenCalledOnce()
})

test('resolves after two seconds without a reply, and terminates the worker', async () => {
  vi.useFakeTimers()
  const worker = stubWorker()
  const isDone = await prepare()
  await vi.advanceTimersByTimeAsync(1999)
  expect(isDone()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(isDone()).toBe(true)
  expect(worker.terminate).toHaveBeenCalledOnce()
})

test('resolves at once in a browser without workers', async () => {
  vi.stubGlobal('Worker', undefined)
  const { prepareFormatters } = await import('./prepare-formatters.ts')
  await expect(prepareFormatters()).resolves.toBeUndefined()
})
