import { beforeAll, onTestFinished } from 'vitest'

/** Collects the clean-ups of shared parts while `forAllTests` makes them. */
let ofAll: Array<() => unknown> | undefined

/** Runs a function after the current test or, inside `forAllTests`, after all tests. */
export function atEnd(end: () => unknown): void {
  if (ofAll) ofAll.push(end)
  else onTestFinished(async () => void (await end()))
}

/**
 * Makes something once for all tests of a file or `describe`. Each test uses a user and a device of its own, so that the order
 * does not matter.
 */
export function forAllTests<T>(make: () => Promise<T>): () => T {
  let made: { readonly value: T } | undefined
  beforeAll(async () => {
    const ends: Array<() => unknown> = []
    ofAll = ends
    try {
      made = { value: await make() }
    } finally {
      ofAll = undefined
    }
    return async () => {
      for (const end of ends.toReversed()) await end()
    }
  })
  return () => {
    if (!made) throw new Error('It is made before the first test, and not when the file is read')
    return made.value
  }
}
