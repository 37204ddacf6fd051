// The default export, so that a test can spy on its methods.
import argon2 from '@node-rs/argon2'
import { overloaded } from '../problem.ts'
import type { PasswordCost } from './password-cost.ts'

const AT_ONCE = 2
const WAITING_MAX = 64

export interface Passwords {
  /** Uses Unicode normal form: keyboards differ in how they encode é. Throws a 503 when too many are waiting. */
  hash(password: string): Promise<string>
  isOutdated(known: string): boolean
  /** Without a hash (an unknown account) it takes as long and returns false. Throws a 503 when too many are waiting. */
  verify(password: string, known: string | undefined): Promise<boolean>
}

export function openPasswords(cost: PasswordCost): Passwords {
  const inTurn = openQueue()
  let dummy: Promise<string> | undefined
  return {
    hash: (password) => inTurn(() => argon2.hash(password.normalize('NFC'), cost)),
    isOutdated(known) {
      const { memoryCost, timeCost, parallelism } = cost
      return !known.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`)
    },
    verify: (password, known) =>
      inTurn(async () => {
        const expected = known ?? (await (dummy ??= argon2.hash('nobody has this password', cost)))
        const typed = password.normalize('NFC')
        // Older hashes are of the text as it was typed.
        const matches =
          (await argon2.verify(expected, typed)) || (typed !== password && (await argon2.verify(expected, password)))
        return matches && known !== undefined
      }),
  }
}

/** Hashing is slow on purpose, so its queue is bounded. */
function openQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: Array<() => void> = []
  return async (work) => {
    if (running >= AT_ONCE) {
      if (waiting.length >= WAITING_MAX) throw overloaded(2)
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running++
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
