import { nextTask } from './lib/next-task.ts'
import './styles/app.css'

/** Longer than a phone takes to paint a page. */
const PAINTED_WITHIN_MS = 1000

/** False in development and in background tabs. */
function isPainting(): boolean {
  return document.visibilityState === 'visible' && document.querySelector('[data-root]')?.hasChildNodes() === true
}

/** Resolves after the first paint of content, or after the limit. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) resolve()
    }).observe({ type: 'paint', buffered: true })
    setTimeout(resolve, PAINTED_WITHIN_MS)
  })
}

/** Starts the application after the first paint: on a slow phone, scripts take longer than the paint. */
async function main(): Promise<void> {
  if (isPainting()) await painted()
  await import('react-dom/client')
  await nextTask()
  await import('./app/start.tsx')
}

void main()
