import { createHash } from 'node:crypto'
import { DAY_MS, HOUR_MS, type User } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/schema.ts'
import type { OutgoingMail } from '../../platform/mail/outbox.ts'
import { admits } from '../../platform/rate-limit/rate-limit.ts'
import { ofPerson, type RateLimit } from '../../platform/rate-limit/rate-limit-rule.ts'

/** Security mails of all kinds to an unconfirmed address, which may be a stranger's. */
const TO_UNCONFIRMED_A_DAY = 3
/** To a confirmed address. Reset links, which strangers can request, count separately. */
const TO_CONFIRMED_A_DAY = 20
const RESET_LINKS_A_DAY = 10

/** Several changes of the password within an hour cause one mail; anybody can request a reset link. */
type MailKind = 'notice' | 'password' | 'reset-link'

export type AccountMail = Omit<OutgoingMail, 'to'> & { readonly kind: MailKind }
export type Recipient = Pick<User, 'email' | 'emailConfirmed'>

/** Queues a security mail. Returns false beyond the address's limit; the change itself is made all the same. */
export async function mailAccount(
  { log, mail, now }: Pick<Context, 'log' | 'mail' | 'now'>,
  tx: Tx,
  recipient: Recipient,
  { kind, ...message }: AccountMail,
): Promise<boolean> {
  if (!(await admits(tx, limitsOf(recipient, kind), now()))) {
    log.info({ event: 'mail.over-limit', kind })
    return false
  }
  await mail.enqueue(tx, { ...message, to: recipient.email })
  return true
}

function limitsOf({ email, emailConfirmed }: Recipient, kind: MailKind): RateLimit[] {
  const to = hashOf(email)
  const daily = emailConfirmed
    ? kind === 'reset-link'
      ? ofPerson(`mail-reset:${to}`, RESET_LINKS_A_DAY, DAY_MS)
      : ofPerson(`mail-security:${to}`, TO_CONFIRMED_A_DAY, DAY_MS)
    : ofPerson(`mail-security:${to}`, TO_UNCONFIRMED_A_DAY, DAY_MS)
  return kind === 'password' ? [ofPerson(`mail-password:${to}`, 1, HOUR_MS), daily] : [daily]
}

/** Returns an address as used in keys of limits, which may outlive the account. */
export function hashOf(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('base64url')
}
