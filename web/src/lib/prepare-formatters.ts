/** A slower worker has been paused or lost. */
const WITHIN_MS = 2000

let prepared: Promise<void> | undefined

/** Warms up formatters in a worker: the first one loads all languages, over 100 ms on a slow phone. */
export function prepareFormatters(): Promise<void> {
  prepared ??= new Promise((resolve) => {
    try {
      const worker = new Worker(new URL('./formatters-worker.ts', import.meta.url), { type: 'module' })
      const end = () => {
        clearTimeout(timer)
        worker.terminate()
        resolve()
      }
      const timer = setTimeout(end, WITHIN_MS)
      worker.addEventListener('message', end)
      worker.addEventListener('error', end)
    } catch {
      resolve()
    }
  })
  return prepared
}
