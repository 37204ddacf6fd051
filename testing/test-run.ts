/** Whether everything is tested, which takes an hour or more: `npm run test:all`. */
export const TEST_ALL = process.env['TEST_ALL'] === '1'

/** From which all random input of a run is made. `npm test` has always the same, `npm run test:all` a new one each time. */
export const SEED = Number(process.env['TEST_SEED'] ?? 1)

/** How long a test waits for something to happen, which only a broken product or a stopped machine makes it reach. */
export const PATIENT = { timeout: 60_000, interval: 10 }

/** Returns the number of random cases for a property: `quick` in `npm test`, twenty times as many in `npm run test:all`. */
export function cases(quick: number): number {
  return TEST_ALL ? quick * 20 : quick
}

/** Returns the seeds of random histories: `quick` in `npm test`, twenty times as many in `npm run test:all`. */
export function seeds(quick: number): number[] {
  return Array.from({ length: cases(quick) }, (_, index) => SEED + index)
}
