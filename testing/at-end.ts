import { beforeAll, onTestFinished } from 'vitest'

/** Collects the ends of shared parts while `forAllTests` makes them. */
let ofAll: Array<() => unknown> | undefined

/** Runs a function when the test that runs now has ended, or, called in what is handed to `forAllTests`, after all tests. */
export function atEnd(end: () => unknown): void {
  if (ofAll) ofAll.push(end)
  else onTestFinished(async () => void (await end()))
}

/**
 * Makes something once for all tests of a file or of a `describe`, before the first. What they do to it must not depend on
 * their order, so each has a person and a device of its own.
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
