import type { Log } from './log.ts'

const WITHIN_MS = 4000

/** Logs a part that fails or times out, so that the database, the last one, is closed in any case. */
export async function closeInOrder(
  log: Log,
  parts: ReadonlyArray<readonly [name: string, close: () => unknown]>,
  withinMs = WITHIN_MS,
): Promise<void> {
  for (const [part, close] of parts) {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Error(`It did not end within ${withinMs} ms.`)), withinMs)
    try {
      await Promise.race([close(), late.promise])
    } catch (error) {
      log.error({ event: 'server.part-not-closed', part, err: error })
    } finally {
      clearTimeout(timer)
    }
  }
}
