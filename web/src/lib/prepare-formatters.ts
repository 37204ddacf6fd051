/** A slower worker has been paused or lost. */
const WITHIN_MS = 2000

let prepared: Promise<void> | undefined

/**
 * Resolves when creating formatters is cheap, or after two seconds. For the first one a browser loads all languages,
 * which blocks a slow phone for over 100 ms; a worker in the same process does it meanwhile.
 */
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
