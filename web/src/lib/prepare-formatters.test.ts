import { expect, test, vi } from 'vitest'

test('is done when the worker is, which then ends', async () => {
  const worker = Object.assign(new EventTarget(), { terminate: vi.fn<() => void>() })
  vi.stubGlobal('Worker', function Worker() {
    return worker
  })
  const { prepareFormatters } = await import('./prepare-formatters.ts')
  let isDone = false
  const prepared = prepareFormatters().then(() => (isDone = true))
  await Promise.resolve()
  expect(isDone).toBe(false)
  worker.dispatchEvent(new Event('message'))
  await prepared
  expect(worker.terminate).toHaveBeenCalledOnce()
})

test('is done at once where there are no workers', async () => {
  vi.resetModules()
  vi.stubGlobal('Worker', undefined)
  const { prepareFormatters } = await import('./prepare-formatters.ts')
  await expect(prepareFormatters()).resolves.toBeUndefined()
})
