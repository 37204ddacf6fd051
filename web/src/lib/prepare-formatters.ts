/** A worker that takes longer has been paused or lost, and nothing that is shown may wait for it. */
const WITHIN_MS = 2000

let prepared: Promise<void> | undefined

/**
 * Resolves when formatters of dates and numbers are cheap to create. For the first one, a browser looks through all
 * languages it has, which takes a slow phone more than a tenth of a second. A worker of the same process does it
 * meanwhile, so that the page can react to touch. Resolves without it where there are no workers, and after two seconds.
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
