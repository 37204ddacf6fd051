/** True in `npm run test:all`, which tests everything and takes hours. */
export const TEST_ALL = process.env['TEST_ALL'] === '1'

/** Seed of all random input. `npm test` always uses 1, `npm run test:all` a new one each time. */
export const SEED = Number(process.env['TEST_SEED'] ?? 1)

/** The only limit of a wait in a test: only a broken product or a stopped machine exceeds it. */
export const PATIENT = { timeout: 60_000, interval: 10 }

/** Returns the number of random cases for a property: `quick` in `npm test`, twenty times as many in `npm run test:all`. */
export function cases(quick: number): number {
  return TEST_ALL ? quick * 20 : quick
}

/** Returns the seeds of random histories: `quick` in `npm test`, twenty times as many in `npm run test:all`. */
export function seeds(quick: number): number[] {
  return Array.from({ length: cases(quick) }, (_, index) => SEED + index)
}
