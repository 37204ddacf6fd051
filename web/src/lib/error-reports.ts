import { ClientError } from '@greenhouse/contract'

/** More from one page say nothing new. */
const REPORTS_MAX = 5
const reported = new Set<string>()

/**
 * Reports an exception that nobody expected to the log of the server. The same one is reported once a page. A call that
 * failed is no exception: it is said where it was made.
 */
export function reportException(thrown: unknown): void {
  if (thrown instanceof ClientError || isAbort(thrown)) return
  const { message, stack = '' } = thrown instanceof Error ? thrown : new Error(String(thrown))
  const key = `${message}\n${stack.split('\n').slice(0, 3).join('\n')}`
  if (reported.size >= REPORTS_MAX || reported.has(key)) return
  reported.add(key)
  // Most pages have nothing to report, so they don't load what it takes. What fails here must not cause the next report.
  void import('./send-report.ts').then(({ sendReport }) => sendReport(message, stack)).catch(() => undefined)
}

/** Reports what no code has caught. Returns how to stop. */
export function watchExceptions(): () => void {
  const onError = ({ error, message }: ErrorEvent) => reportException(error ?? message)
  const onRejection = ({ reason }: PromiseRejectionEvent) => reportException(reason)
  window.addEventListener('error', onError)
  window.addEventListener('unhandledrejection', onRejection)
  return () => {
    window.removeEventListener('error', onError)
    window.removeEventListener('unhandledrejection', onRejection)
  }
}

function isAbort(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === 'AbortError'
}
