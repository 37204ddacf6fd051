import { failureMessage } from '../lib/failure-message.ts'
import { toast } from './toast.ts'

/** Shows an error that no form or dialog can. */
export function toastFailure(error: unknown): void {
  toast.error(failureMessage(error))
}
