import { expect, onTestFinished, test, vi } from 'vitest'

test('reports each exception once, at most five per page, and neither failed calls nor aborts', async () => {
  // Another test may have used up the limit of this page.
  vi.resetModules()
  const { browserErrorRoutes, ClientError } = await import('@greenhouse/contract')
  const { reportException, watchExceptions } = await import('./error-reports.ts')
  const sent: unknown[] = []
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    sent.push([path, (JSON.parse(body) as { message: string }).message])
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  onTestFinished(watchExceptions())
  const broken = new Error('broken\u0000')
  window.dispatchEvent(new ErrorEvent('error', { error: broken, message: 'Uncaught' }))
  reportException(broken)
  reportException(new ClientError('Failed to fetch', 0, { code: 'network' }))
  reportException(new DOMException('gone', 'AbortError'))
  await expect.poll(() => sent).toEqual([[browserErrorRoutes.report.path, 'broken ']])
  for (let count = 0; count < 10; count++) reportException(new Error(`another ${count}`))
  await expect.poll(() => sent.length).toBe(5)
})
