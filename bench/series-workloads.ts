import { seededRandom } from '../testing/random.ts'

export interface WorkloadMessage {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly slots: readonly number[]
  readonly values: readonly number[]
}

export interface Workload {
  readonly name: string
  /** Values in an hour. */
  readonly valuesAnHour: number
  /** Returns messages without end, in time order; the same for the same seed. */
  messages(seed: number, from: number): Generator<WorkloadMessage, never>
}

const DAY_MS = 86_400_000

/** A quantity: a daily wave, a slow drift and noise, with the decimals sent. */
interface Quantity {
  readonly slot: number
  readonly mean: number
  readonly wave: number
  readonly noise: number
  readonly decimals: number
}

const BOARD: readonly Quantity[] = [
  { slot: 0, mean: 22, wave: 6, noise: 0.05, decimals: 1 },
  { slot: 3, mean: 60, wave: 12, noise: 0.2, decimals: 1 },
  { slot: 5, mean: 1013, wave: 1, noise: 0.05, decimals: 1 },
  { slot: 6, mean: 420, wave: 30, noise: 1.5, decimals: 0 },
]

const ESPHOME: readonly Quantity[] = [
  { slot: 0, mean: 22, wave: 6, noise: 0.02, decimals: 1 },
  { slot: 3, mean: 60, wave: 12, noise: 0.1, decimals: 1 },
  { slot: 5, mean: 1013, wave: 1, noise: 0.05, decimals: 1 },
  { slot: 6, mean: 800, wave: 200, noise: 5, decimals: 0 },
  { slot: 8, mean: 4000, wave: 3000, noise: 20, decimals: 0 },
  { slot: 10, mean: -67, wave: 2, noise: 1.5, decimals: 0 },
]

/** A station with its own thermometer, barometer and probes in the soil, which change slowly. */
const ECOWITT: readonly Quantity[] = [
  { slot: 0, mean: 22, wave: 6, noise: 0.03, decimals: 1 },
  { slot: 3, mean: 60, wave: 12, noise: 0.3, decimals: 0 },
  { slot: 5, mean: 1013, wave: 1, noise: 0.03, decimals: 1 },
  ...Array.from({ length: 8 }, (_, probe) => ({
    slot: 6 + 2 * probe,
    mean: 40 + probe,
    wave: 2,
    noise: 0.05,
    decimals: 0,
  })),
  { slot: 22, mean: 1.5, wave: 0.01, noise: 0.003, decimals: 2 },
]

/** A board that sends four values every 10 s, give or take 50 ms. */
export const boardWorkload: Workload = {
  name: 'board',
  valuesAnHour: 4 * 360,
  messages: (seed, from) => together(BOARD, { seed, from, everyMs: 10_000, jitterMs: 50 }),
}

/** Six sensors that send a message of their own every 60 s. */
export const esphomeWorkload: Workload = {
  name: 'ESPHome',
  valuesAnHour: 6 * 60,
  messages: (seed, from) => apart(ESPHOME, { seed, from, everyMs: 60_000, jitterMs: 15 }),
}

/** A station that sends twelve values in one message every 60 s. */
export const ecowittWorkload: Workload = {
  name: 'Ecowitt',
  valuesAnHour: 12 * 60,
  messages: (seed, from) => together(ECOWITT, { seed, from, everyMs: 60_000, jitterMs: 50 }),
}

/** A board whose library computes in floats of 32 bits and sends all their digits. */
const floatBoardWorkload: Workload = {
  name: 'board of floats',
  valuesAnHour: 4 * 360,
  *messages(seed, from) {
    for (const { at, slots, values } of boardWorkload.messages(seed, from))
      yield { at, slots, values: values.map(Math.fround) }
    throw new Error('A workload has no end.')
  },
}

export const workloads: readonly Workload[] = [boardWorkload, esphomeWorkload, ecowittWorkload, floatBoardWorkload]

interface Rhythm {
  readonly seed: number
  readonly from: number
  readonly everyMs: number
  readonly jitterMs: number
}

function* together(
  quantities: readonly Quantity[],
  { seed, from, everyMs, jitterMs }: Rhythm,
): Generator<WorkloadMessage, never> {
  const random = seededRandom(seed)
  const slots = quantities.map(({ slot }) => slot)
  const sensors = quantities.map((quantity) => sensorOf(quantity, random))
  for (let time = from; ; time += everyMs) {
    const at = Math.round(time + (random() * 2 - 1) * jitterMs)
    yield { at, slots, values: sensors.map((read) => read(at)) }
  }
}

function* apart(
  quantities: readonly Quantity[],
  { seed, from, everyMs, jitterMs }: Rhythm,
): Generator<WorkloadMessage, never> {
  const random = seededRandom(seed)
  const sensors = quantities.map((quantity) => ({ slots: [quantity.slot], read: sensorOf(quantity, random) }))
  const distance = everyMs / sensors.length
  for (let turn = 0; ; turn++) {
    const at = Math.round(from + turn * distance + (random() * 2 - 1) * jitterMs)
    const { slots, read } = sensors[turn % sensors.length]!
    yield { at, slots, values: [read(at)] }
  }
}

function sensorOf({ mean, wave, noise, decimals }: Quantity, random: () => number): (at: number) => number {
  const power = 10 ** decimals
  const phase = random()
  let drift = 0
  return (at) => {
    drift = drift * 0.9999 + (random() - 0.5) * noise
    const value = mean + wave * Math.sin((at / DAY_MS + phase) * 2 * Math.PI) + drift + (random() - 0.5) * noise
    return Math.round(value * power) / power
  }
}
