import type { Severity } from '@greenhouse/contract'
import type { Message } from './message.ts'

/** Returns how loudly a message is told: that something is over need not wake anybody, however bad it was. */
export function loudness({ what, severity }: Message): Severity {
  return what === 'closed' || what === 'test' ? 'info' : severity
}
