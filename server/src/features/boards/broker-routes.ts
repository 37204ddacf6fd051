import { X509Certificate } from 'node:crypto'
import { brokerRoutes, BROKERS_MAX, type Broker, type BrokerChange, type BrokerInput } from '@greenhouse/contract'
import type { Context } from '../../platform/context.ts'
import { ForbiddenTarget, type Outbound } from '../../platform/network/outbound.ts'
import { found, invalid, ProblemError } from '../../platform/problem.ts'
import { ofPerson } from '../../platform/rate-limit/rate-limit-rule.ts'
import { countAttempts } from '../../platform/rate-limit/rate-limit-store.ts'
import type { Seal } from '../../platform/secrets/seal.ts'
import { confirmPassword } from '../users/confirm-password.ts'
import type { BrokerLinks } from './broker-state.ts'
import {
  deleteBroker,
  describeBroker,
  findBroker,
  insertBroker,
  listBrokers,
  updateBroker,
  type StoredBroker,
} from './broker-store.ts'
import { brokerTarget } from './broker-target.ts'

interface Parts {
  readonly seal: Seal
  readonly links: BrokerLinks
  readonly outbound: Outbound
}

/** Connection attempts of a person: each reveals whether something listens on a port. */
const CHANGES_PER_MINUTE = 20
const MINUTE_MS = 60_000

export function serveBrokers(context: Context, { seal, links, outbound }: Parts): void {
  const { db, newId, now, serve } = context
  const shown = async (broker: StoredBroker): Promise<Broker> => ({
    ...describeBroker(broker),
    ...(await links.stateOf(broker.brokerId)),
  })

  serve(brokerRoutes.list, async (_, { householdId }) => Promise.all((await listBrokers(db, householdId)).map(shown)))

  async function admitChange(householdId: string): Promise<void> {
    const limit = ofPerson(`broker-change:${householdId}`, CHANGES_PER_MINUTE, MINUTE_MS)
    const pauseMs = await countAttempts(db, [limit], now())
    if (pauseMs > 0) throw tooManyChanges(pauseMs)
  }

  serve(brokerRoutes.create, async ({ body }, member) => {
    const { householdId } = member
    check(body, outbound)
    const { password, accountPassword, ...input } = body
    await confirmPassword(context, member, accountPassword, 'accountPassword')
    await admitChange(householdId)
    const brokerId = newId()
    const sealedPassword = password === '' ? null : seal.seal(password, brokerId)
    const broker = { ...input, brokerId, householdId, sealedPassword, createdAt: now() }
    if (!(await db.transaction().execute((tx) => insertBroker(tx, broker, BROKERS_MAX)))) throw tooMany()
    links.connect(broker)
    return shown(broker)
  })

  serve(brokerRoutes.edit, async ({ params: { brokerId }, body }, member) => {
    const { householdId } = member
    const known = found(await findBroker(db, householdId, brokerId), 'broker')
    const broker = changed(known, body, seal)
    check({ ...broker, password: broker.sealedPassword ?? '' }, outbound)
    await confirmPassword(context, member, body.accountPassword, 'accountPassword')
    await admitChange(householdId)
    found(await updateBroker(db, broker), 'broker')
    links.connect(broker)
    const wasRemoved = known.sealedPassword !== null && broker.sealedPassword === null && body.password === undefined
    return wasRemoved ? { ...(await shown(broker)), lastError: PASSWORD_REMOVED } : shown(broker)
  })

  serve(brokerRoutes.remove, async ({ params: { brokerId } }, { householdId }) => {
    found(await deleteBroker(db, householdId, brokerId), 'broker')
    links.remove(brokerId)
  })
}

/** Removes an omitted password when the address or its verification changes: a stolen session could redirect it. */
function changed(known: StoredBroker, { password, ...change }: BrokerChange, seal: Seal): StoredBroker {
  const { url = known.url, username = known.username, topics = known.topics, ca = known.ca } = change
  const broker = { ...known, url, username, topics, ca }
  if (password !== undefined)
    return { ...broker, sealedPassword: password === '' ? null : seal.seal(password, known.brokerId) }
  const isSamePlace = broker.url === known.url && broker.ca === known.ca
  return isSamePlace ? broker : { ...broker, sealedPassword: null }
}

const PASSWORD_REMOVED =
  'The password was removed, because it is not sent to another address or under another certificate. Enter it again.'

function check({ url, username, password, topics, ca }: BrokerInput, outbound: Outbound): void {
  const target = brokerTarget(url)
  if (!target) throw invalid('url', 'Enter an address such as mqtt://192.168.1.10:1883')
  try {
    outbound.check(target.host, target.port)
  } catch (error) {
    if (error instanceof ForbiddenTarget) throw invalid('url', error.message)
    throw error
  }
  if (password !== '' && username === '') throw invalid('username', 'A password needs a user name')
  for (const topic of topics) {
    const fault = topicFault(topic)
    if (fault !== undefined) throw invalid('topics', fault)
  }
  if (ca !== '' && !target.isSecure) throw invalid('ca', 'A certificate needs an address that begins with mqtts://')
  if (ca !== '' && !isCertificate(ca)) throw invalid('ca', 'Paste a certificate in PEM format')
}

function isCertificate(pem: string): boolean {
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) return false
  try {
    return new X509Certificate(pem).subject !== undefined
  } catch {
    return false
  }
}

function tooMany(): ProblemError {
  return new ProblemError(409, 'broker.too-many', `You can connect at most ${BROKERS_MAX} brokers.`)
}

function tooManyChanges(pauseMs: number): ProblemError {
  return new ProblemError(
    429,
    'broker.too-many-changes',
    'Too many brokers were tried. Please try again in a minute.',
    {
      retryAfterSeconds: Math.ceil(pauseMs / 1000),
    },
  )
}

/** Returns why a text is no MQTT topic filter, as a sentence. */
function topicFault(filter: string): string | undefined {
  const levels = filter.split('/')
  const isWrong = levels.some(
    (level, index) =>
      (level.includes('+') && level !== '+') || (level.includes('#') && (level !== '#' || index < levels.length - 1)),
  )
  if (isWrong) return `“${filter}” is no topic: + stands for one level, and # ends a topic`
  // Other members of a shared subscription would take messages away.
  if (filter.startsWith('$share/')) return `“${filter}” is no topic: shared subscriptions are not supported`
  return undefined
}
