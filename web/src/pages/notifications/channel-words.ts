import type { Channel, Delivery, Severity } from '@greenhouse/contract'
import { momentWords } from '../../lib/moment-words.ts'

export type DeliveryLook = 'good' | 'bad' | 'waiting'

export function deliveryLook({ state, attempts }: Pick<Delivery, 'state' | 'attempts'>): DeliveryLook {
  if (state === 'waiting') return attempts > 0 ? 'bad' : 'waiting'
  return state === 'failed' ? 'bad' : 'good'
}

export function deliveryWords(delivery: Delivery, now: number): string {
  const { state, title, sentAt, createdAt, nextTryAt, answer, attempts } = delivery
  const made = momentWords(createdAt, now)
  if (state === 'sent') return `Delivered ${momentWords(sentAt ?? createdAt, now)}: ${title}`
  if (state === 'merged') return `Told in a list ${momentWords(sentAt ?? createdAt, now)}`
  const next = nextTryAt !== null && Date.parse(nextTryAt) > now ? momentWords(nextTryAt, now) : undefined
  if (state === 'failed') return `Failed ${made}: ${answer ?? 'It could not be sent.'}`
  if (attempts === 0) return next === undefined ? `Being sent: ${title}` : `Waits until ${next}: ${title}`
  if (answer === null) return `Being sent: ${title}`
  return `Failed ${made}: ${answer}${next === undefined ? '' : ` Next try ${next}.`}`
}

export function resultWord(delivery: Pick<Delivery, 'state' | 'attempts'>): string {
  if (delivery.state === 'sent') return 'delivered'
  if (delivery.state === 'merged') return 'in a list'
  if (delivery.state === 'failed') return 'failed'
  return delivery.attempts > 0 ? 'not yet' : 'waits'
}

export function severityWords(severities: readonly Severity[]): string {
  const has = (severity: Severity) => severities.includes(severity)
  if (has('info') && has('warning') && has('critical')) return 'everything'
  if (has('warning') && has('critical')) return 'warnings and up'
  if (severities.length === 1) return has('critical') ? 'critical only' : has('warning') ? 'warnings only' : 'info only'
  return severities.length === 0 ? 'nothing' : severities.join(' and ')
}

export function summaryWords(channels: readonly Channel[], now: number): string {
  const count = channels.length === 1 ? 'One channel' : `${channels.length} channels`
  const wrong = channels.filter(
    ({ lastDelivery, isOn, isConfirmed }) =>
      isOn && (!isConfirmed || (lastDelivery !== null && deliveryLook(lastDelivery) === 'bad')),
  ).length
  const attention = wrong === 0 ? '' : wrong === 1 ? ', one needs attention' : `, ${wrong} need attention`
  const times = channels.flatMap(({ lastDelivery }) => lastDelivery?.sentAt ?? [])
  const last = times.toSorted().at(-1)
  return `${count}${attention}.${last === undefined ? '' : ` Last message ${momentWords(last, now)}.`}`
}
