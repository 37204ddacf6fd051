import type { Column } from '../src/base/types.ts'

/** Columns of the slots 0, 1, … with these values, all at the same times. */
export function columnsOf(...values: ReadonlyArray<readonly number[]>): Column[] {
  return values.map((list, slot) => ({
    slot,
    at: Float64Array.from(list, (_, index) => 1_700_000_000_000 + index * 10_000),
    values: Float64Array.from(list),
  }))
}

type Random = () => number

interface Shape {
  readonly name: string
  readonly make: (random: Random) => Column[]
}

const START = 1_700_000_000_000

/** Columns of every kind that the codec has a form for, and of its limits. */
export const shapes: readonly Shape[] = [
  { name: 'a board with jitter', make: (random) => sameTimes(random, 700, [tenths, tenths, tenths, counts]) },
  {
    name: 'sensors with times of their own',
    make: (random) => [0, 3, 9].map((slot) => column(random, slot, 300, tenths)),
  },
  { name: 'sensors that sometimes lack a value', make: sparse },
  { name: 'one value', make: (random) => sameTimes(random, 1, [tenths, () => -0]) },
  { name: 'two values', make: (random) => sameTimes(random, 2, [tenths, doubles]) },
  { name: 'whole blocks', make: (random) => sameTimes(random, 129, [tenths, counts]) },
  { name: 'constants', make: (random) => sameTimes(random, 400, [() => 21.5, () => 0, () => -0, () => 1e300]) },
  { name: 'zeros of both signs', make: (random) => sameTimes(random, 300, [() => (random() < 0.5 ? 0 : -0)]) },
  { name: 'floats of 32 bits', make: (random) => sameTimes(random, 300, [() => Math.fround(20 + random())]) },
  {
    name: 'decimals in floats of 32 bits',
    make: (random) => sameTimes(random, 300, [tenthsInFloats, (_, index) => Math.fround(counts(random) / (index + 1))]),
  },
  { name: 'doubles', make: (random) => sameTimes(random, 300, [doubles]) },
  { name: 'huge values', make: (random) => sameTimes(random, 300, [huge, () => (random() < 0.5 ? -1 : 1) * 2 ** 49]) },
  {
    name: 'tiny values',
    make: (random) => sameTimes(random, 300, [() => random() * 1e-300, () => Math.round(random() * 9) / 1e9]),
  },
  {
    name: 'jumps',
    make: (random) => sameTimes(random, 300, [() => (random() < 0.1 ? 1e12 : Math.round(random() * 3))]),
  },
  { name: 'distances from a millisecond to a century', make: (random) => [scattered(random)] },
  { name: 'a clock and values that seldom change by little or much', make: seldom },
  { name: '16,384 values', make: (random) => sameTimes(random, 16_384, [tenths]) },
]

function tenths(random: Random, index: number): number {
  return Math.round(200 + 50 * Math.sin(index / 300) + random() * 3) / 10
}

function tenthsInFloats(random: Random, index: number): number {
  return Math.fround(tenths(random, index))
}

function counts(random: Random): number {
  return Math.round(400 + random() * 20)
}

function doubles(random: Random): number {
  return (random() - 0.5) * 1000
}

function huge(random: Random): number {
  return (random() - 0.5) * Number.MAX_VALUE
}

type Make = (random: Random, index: number) => number

function sameTimes(random: Random, length: number, makes: readonly Make[]): Column[] {
  const { at } = column(random, 0, length, tenths)
  return makes.map((make, slot) => ({ slot: slot * 3, at, values: at.map((_, index) => make(random, index)) }))
}

function column(random: Random, slot: number, length: number, make: Make): Column {
  const start = START + Math.floor(random() * 1e9)
  const at = Float64Array.from({ length }, (_, index) => start + index * 10_000 + Math.floor(random() * 100))
  return { slot, at, values: at.map((_, index) => make(random, index)) }
}

function sparse(random: Random): Column[] {
  const [first, ...others] = sameTimes(random, 500, [tenths, tenths, counts, tenths])
  if (!first) return []
  const shares = [0.99, 0.55, 0.1]
  const lacking = others.map(({ slot, at, values }, index) => {
    const kept = Array.from(at.keys()).filter((place) => place === 0 || random() < shares[index]!)
    return {
      slot,
      at: Float64Array.from(kept, (place) => at[place]!),
      values: Float64Array.from(kept, (place) => values[place]!),
    }
  })
  return [lacking[2]!, first, lacking[1]!, lacking[0]!]
}

/** Regular values with a few changes, whose sizes and number lie between nothing and chaos. */
function seldom(random: Random): Column[] {
  const share = 0.3 ** (1 + random() * 4)
  const change = () => (random() < share ? Math.round((random() * 2 - 1) * 10 ** (random() * 5)) : 0)
  let time = START
  const at = Float64Array.from({ length: 700 }, () => (time += Math.max(1, 60_000 + change())))
  return [0, 1, 2, 6].map((decimals, slot) => {
    let whole = 200
    return { slot, at, values: at.map(() => (whole += change()) / 10 ** decimals) }
  })
}

function scattered(random: Random): Column {
  const times = new Set(Array.from({ length: 300 }, () => Math.floor(2 ** (random() * 48))))
  times.add(0).add(2 ** 48 - 1)
  const at = Float64Array.from(times).sort()
  return { slot: 2 ** 31, at, values: at.map((_, index) => tenths(random, index)) }
}
