import { ClientError } from '@greenhouse/contract'

const REPORTS_MAX = 5
const reported = new Set<string>()

/** Reports an unexpected exception to the server's log, once for each page load. Failed calls are not exceptions. */
export function reportException(thrown: unknown): void {
  if (thrown instanceof ClientError || isAbort(thrown)) return
  const { message, stack = '' } = thrown instanceof Error ? thrown : new Error(String(thrown))
  const key = `${message}\n${stack.split('\n').slice(0, 3).join('\n')}`
  if (reported.size >= REPORTS_MAX || reported.has(key)) return
  reported.add(key)
  // Loaded on demand. Errors are ignored, so that a failed report does not cause another one.
  void import('./send-report.ts').then(({ sendReport }) => sendReport(message, stack)).catch(() => undefined)
}

/** Reports uncaught exceptions. Returns a function that stops it. */
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
