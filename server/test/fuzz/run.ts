import { readdirSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { expect } from 'vitest'
import { PATIENT, SEED, TEST_ALL } from '../../../testing/test-run.ts'

/** Growth for other reasons than a leak: compiled code, full caches. */
const HEAP_GROWTH_MAX = 32 * 1024 * 1024

/** A DNS query: how long it takes without an answer depends on the network. */
const LOOKUP = 'GetAddrInfoReqWrap'

/** Number of requests, packets or frames: `npm run fuzz` sets it. */
export const runs = Number(process.env['FUZZ_RUNS'] ?? (TEST_ALL ? 50_000 : 500))
/** Milliseconds for one test. */
export const timeout = 120_000 + runs * 30

/**
 * Generates values until `runs` items were sent (`each` is the number of items in a value), and acts on several values at
 * once. A failure prints how to reproduce it. Measures memory and handles after the first half and at the end: twice the
 * input must not have made them grow.
 */
export async function fuzz<Value>(
  what: string,
  values: fc.Arbitrary<Value>,
  { atOnce, each = 1, act }: { atOnce: number; each?: number; act: (values: Value[]) => Promise<void> },
): Promise<void> {
  const rounds = Math.max(Math.ceil(runs / atOnce / each), 2)
  const batches = fc.array(values, { minLength: atOnce, maxLength: atOnce })
  let round = 0
  let halfway: Grown | undefined
  const reportEvery = Math.ceil(100_000 / atOnce / each)
  const property = fc.asyncProperty(batches, async (batch) => {
    await act(batch)
    round++
    if (round === Math.floor(rounds / 2)) halfway = await grown()
    if (round % reportEvery === 0) console.log(`${what}: ${round * atOnce * each} of ${runs}`)
  })
  const failure = await fc.assert(property, { numRuns: rounds, endOnFailure: true }).then(
    () => undefined,
    // Without this fast-check would print the whole batch.
    ({ cause, message }: Error) => (cause instanceof Error ? cause : new Error(message)),
  )
  if (failure) {
    const again = `npm run fuzz -- ${what} --runs ${runs} --seed ${SEED}`
    throw new Error(`In round ${round + 1} of ${again}\n${failure.message}`, { cause: failure })
  }
  const end = await grown(halfway)
  if (runs > 500) console.log(`${what}, seed ${SEED}: ${rounds * atOnce * each} runs`, { halfway, end })
  if (!halfway) throw new Error('Half of the rounds were never over')
  expect(end.heap - halfway.heap, 'bytes of heap that stayed').toBeLessThan(HEAP_GROWTH_MAX)
  expect(end.files - halfway.files, 'files and sockets that stayed open').toBeLessThan(10)
  const kinds = JSON.stringify({ halfway: halfway.kinds, end: end.kinds })
  expect(end.resources - halfway.resources, `timers and sockets that stayed: ${kinds}`).toBeLessThan(10)
}

interface Grown {
  readonly heap: number
  readonly files: number
  readonly resources: number
  /** How many of each kind. */
  readonly kinds: Readonly<Record<string, number>>
}

/** Measures once closed connections are gone: when the numbers are those of `before` again, or sink no more. */
async function grown(before?: Grown): Promise<Grown> {
  const until = performance.now() + PATIENT.timeout
  let resources = activeResources()
  for (let last = Infinity; performance.now() < until; last = resources.length) {
    await wait(200)
    resources = activeResources()
    if (resources.length <= (before?.resources ?? 0) || (!before && resources.length >= last)) break
  }
  collectGarbage()
  const kinds: Record<string, number> = {}
  for (const kind of resources) kinds[kind] = (kinds[kind] ?? 0) + 1
  return { heap: process.memoryUsage().heapUsed, files: openFiles(), resources: resources.length, kinds }
}

function activeResources(): string[] {
  return process.getActiveResourcesInfo().filter((kind) => kind !== LOOKUP)
}

function openFiles(): number {
  try {
    return readdirSync('/proc/self/fd').length
  } catch {
    // Only Linux lists the handles.
    return 0
  }
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
}

/** Returns the promise with an error that names what was sent. */
export async function saying<Value>(sent: string, promise: Promise<Value>): Promise<Value> {
  return promise.catch((error: Error) => {
    throw new Error(`${error.message}\nafter ${sent.slice(0, 3000)}`, { cause: error })
  })
}

/** Returns a local address to connect from, another one for each turn, so that limits by address do not apply. */
export function addressOf(turn: number): { localAddress?: string } {
  // Other systems have only 127.0.0.1.
  if (process.platform !== 'linux') return {}
  return { localAddress: `127.${1 + (turn % 100)}.${1 + (Math.floor(turn / 100) % 200)}.1` }
}
