import { afterAll, onTestFinished } from 'vitest'

/** Runs a function when the test that runs now has ended, or, called in beforeAll, after all tests of its group. */
export function atEnd(end: () => unknown): void {
  const run = async () => void (await end())
  try {
    onTestFinished(run)
  } catch {
    afterAll(run)
  }
}
