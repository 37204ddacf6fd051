import { nextTask } from './lib/next-task.ts'
import './styles/app.css'

/** Longer than a phone takes to paint a page. */
const PAINTED_WITHIN_MS = 1000

/** Whether the document holds a page that is painted: not in development, nor in a tab that nobody looks at. */
function isPainting(): boolean {
  return document.visibilityState === 'visible' && document.querySelector('[data-root]')?.hasChildNodes() === true
}

/** Resolves once something of the page has been painted, or the time for that has passed. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) resolve()
    }).observe({ type: 'paint', buffered: true })
    setTimeout(resolve, PAINTED_WITHIN_MS)
  })
}

/**
 * Starts the application once its document can be seen: a slow phone evaluates scripts for longer than it takes to paint
 * a page. React is evaluated in a task of its own, so that the phone reacts to touch in between.
 */
async function main(): Promise<void> {
  if (isPainting()) await painted()
  await import('react-dom/client')
  await nextTask()
  await import('./app/start.tsx')
}

void main()
