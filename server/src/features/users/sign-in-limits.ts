import { createHash } from 'node:crypto'
import type { Visitor } from '../../platform/http/serve.ts'
import { networkOf } from '../../platform/network/network-of.ts'
import { shared, strict, type RateLimit } from '../../platform/rate-limit/rate-limit-rule.ts'

/** Wrong guesses at many accounts from one network, which the people of a school or a phone company share. */
const NETWORK_FREE = 20
/** Wrong guesses at one account from places where nobody has signed in to it before. */
const ACCOUNT_FREE = 30

/** Where a client is, hashed for one account: the hashes can't be compared with those of another account. */
export interface Place {
  /** The hash of the random id that the browser stores; undefined for clients without one. */
  readonly browser: string | undefined
  readonly network: string
}

export function placeOf(userId: string, browserId: string | undefined, { address }: Pick<Visitor, 'address'>): Place {
  return {
    browser: browserId === undefined ? undefined : digest(`browser ${userId} ${browserId}`),
    network: digest(`network ${userId} ${networkOf(address)}`),
  }
}

/** Returns the hashes of a place to store as known. */
export function hashesOf({ browser, network }: Place): string[] {
  return browser === undefined ? [network] : [browser, network]
}

export interface SignInLimits {
  /** Of this account in this place: the right password proves that it was the owner, and resets it. */
  readonly own: RateLimit
  /** Shared with others: a success takes back only its own attempt. */
  readonly common: readonly RateLimit[]
}

/**
 * Returns the rate limits of a sign-in, which slow down guessing without locking out the owner:
 *
 * - A browser that was signed in before has a count of its own, which nobody else can use up.
 * - From a network that was, only those in it share the counts: of the account there, and of the whole network.
 * - From anywhere else there is one more, slow and for the account alone, against guessers with many addresses.
 *
 * The account stands in the keys as a hash of what was typed, so that unknown addresses are counted alike.
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

/**
 * Returns the limits that attempts with an old password have used up: a new password resets them. `places` are the hashes
 * of all places that the account is known to be used from.
 */
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

/**
 * Returns the rate limit of password confirmations by a signed-in user. It is counted by session: guessing in a stolen
 * one does not delay the owner in another.
 */
export function ownPasswordLimit(userId: string, sessionId: string): RateLimit {
  return { ...strict(`password:${userId}:${sessionId}`), owned: true }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
