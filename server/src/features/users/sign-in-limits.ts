import { createHash } from 'node:crypto'
import type { Visitor } from '../../platform/http/serve.ts'
import { networkOf } from '../../platform/network/network-of.ts'
import { shared, strict, type RateLimit } from '../../platform/rate-limit/rate-limit-rule.ts'

/** Wrong guesses from one network, which a school or a phone company may share. */
const NETWORK_FREE = 20
/** Wrong guesses at one account from unknown places. */
const ACCOUNT_FREE = 30

/** Hashed for one account, so that places of different accounts can't be compared. */
export interface Place {
  /** Hash of the browser's stored random id; undefined for clients without one. */
  readonly browser: string | undefined
  readonly network: string
}

export function placeOf(userId: string, browserId: string | undefined, { address }: Pick<Visitor, 'address'>): Place {
  return {
    browser: browserId === undefined ? undefined : digest(`browser ${userId} ${browserId}`),
    network: digest(`network ${userId} ${networkOf(address)}`),
  }
}

export function hashesOf({ browser, network }: Place): string[] {
  return browser === undefined ? [network] : [browser, network]
}

export interface SignInLimits {
  /** Of this account in this place: the right password proves the owner, and resets it. */
  readonly own: RateLimit
  /** Shared with others: a success takes back only its own attempt. */
  readonly common: readonly RateLimit[]
}

/**
 * Slows down guessing without locking out the owner: a known browser has a count of its own; a known network shares one
 * only with its users; anywhere else a slow count of the account is added against guessers with many addresses. Keys
 * hash the typed address, so that unknown ones count alike.
 */
export function signInLimits(
  email: string,
  { address }: Pick<Visitor, 'address'>,
  place: Place,
  known: ReadonlySet<string>,
): SignInLimits {
  if (place.browser !== undefined && known.has(place.browser)) {
    return { own: { ...ofBrowser(place.browser), owned: true }, common: [] }
  }
  const network = networkOf(address)
  const isKnown = known.has(place.network)
  return {
    own: { ...ofPair(email, network), owned: isKnown },
    common: [{ ...shared(`network:${network}`, NETWORK_FREE), owned: isKnown }, ...(isKnown ? [] : [ofAccount(email)])],
  }
}

/** Returns the limits used up by guesses of an old password, which a new one resets. */
export function limitsOfAccount(
  email: string,
  { address }: Pick<Visitor, 'address'>,
  places: readonly string[],
): RateLimit[] {
  return [ofPair(email, networkOf(address)), ofAccount(email), ...places.map(ofBrowser)]
}

function ofBrowser(place: string): RateLimit {
  return strict(`browser:${place}`)
}

function ofPair(email: string, network: string): RateLimit {
  return strict(`pair:${digest(email.toLowerCase())}:${network}`)
}

function ofAccount(email: string): RateLimit {
  return shared(`account:${digest(email.toLowerCase())}`, ACCOUNT_FREE)
}

/** Counted by session: guessing in a stolen one does not delay the owner in another. */
export function ownPasswordLimit(userId: string, sessionId: string): RateLimit {
  return { ...strict(`password:${userId}:${sessionId}`), owned: true }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
