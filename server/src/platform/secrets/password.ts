// As one object, so that a test can watch what is asked of it.
import argon2 from '@node-rs/argon2'
import { overloaded } from '../problem.ts'

/** OWASP's second choice for Argon2id: 19 MiB, two passes. About 23 ms on one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_ONCE = 2
const WAITING_MAX = 64

// Hashing is slow on purpose, so its queue is bounded: beyond it requests are refused at once.
let running = 0
const waiting: Array<() => void> = []

/**
 * Returns the Argon2id hash, with salt and parameters, of a password in Unicode normal form (keyboards differ in how they
 * encode é). Throws a 503 when too many are waiting.
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => argon2.hash(password.normalize('NFC'), COST))
}

/** Returns whether a hash has another cost than new ones. */
export function isOutdatedHash(known: string): boolean {
  const { memoryCost, timeCost, parallelism } = COST
  return !known.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}

/** Returns whether the password matches the hash. Without a hash (an unknown account) it takes as long and returns false. */
export function verifyPassword(password: string, known: string | undefined): Promise<boolean> {
  return inTurn(async () => {
    const expected = known ?? (await dummyHash())
    const typed = password.normalize('NFC')
    // Hashes from before the normal form are of the text as it was typed.
    const matches =
      (await argon2.verify(expected, typed)) || (typed !== password && (await argon2.verify(expected, password)))
    return matches && known !== undefined
  })
}

let dummy: Promise<string> | undefined
function dummyHash(): Promise<string> {
  dummy ??= argon2.hash('nobody has this password', COST)
  return dummy
}

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= WAITING_MAX) throw overloaded(2)
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running++
  }
  try {
    return await work()
  } finally {
    // The place passes directly to the next in the queue, so that no new call overtakes it.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
