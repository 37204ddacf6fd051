import { hash, verify } from '@node-rs/argon2'
import { overloaded } from '../problem.ts'

/** OWASP's second choice for Argon2id: 19 MiB, two passes. About 23 ms on one core. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const AT_ONCE = 2
const WAITING_MAX = 64

// Hashing is slow on purpose, so the line for it has an end: past it the answer is "later", at once.
let running = 0
const waiting: Array<() => void> = []

/** The Argon2id hash of a password in normal form (keyboards differ in how they write é), with salt and parameters inside. Throws a 503 when too many wait already. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFC'), COST))
}

/** Whether a hash was made at another cost than they are made today. */
export function isOutdatedHash(known: string): boolean {
  const { memoryCost, timeCost, parallelism } = COST
  return !known.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
}

/** Whether the password belongs to the hash. Without a hash (an unknown account) it takes as long and is never true. */
export function verifyPassword(password: string, known: string | undefined): Promise<boolean> {
  return inTurn(async () => {
    const expected = known ?? (await dummyHash())
    const typed = password.normalize('NFC')
    // Hashes of before the normal form were made of what was typed then.
    const matches = (await verify(expected, typed)) || (typed !== password && (await verify(expected, password)))
    return matches && known !== undefined
  })
}

let dummy: Promise<string> | undefined
function dummyHash(): Promise<string> {
  dummy ??= hash('nobody has this password', COST)
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
    // The place goes straight to the next in line, so nobody can slip in between.
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
