import type { Severity } from '@greenhouse/contract'
import type { Message } from './message.ts'

/** Returns the urgency of a message: the end of an episode need not wake anybody, however severe it was. */
export function loudness({ what, severity }: Message): Severity {
  return what === 'closed' || what === 'test' ? 'info' : severity
}
