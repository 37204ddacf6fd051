import type { Entry } from '../src/platform/timeseries/types.ts'

export const DEVICES = [1, 2, 3, 70_000]
const SLOTS = [0, 1, 2, 5, 129]
const MINUTE = 60_000

/** Makes groups of entries as bad networks do: in order, late, scattered, repeated, in conflict, one sensor at a time. */
export function historyOf(random: () => number): () => Entry[] {
  const clocks = new Map<number, number>()
  const sent: Entry[] = []
  const below = (limit: number) => Math.floor(random() * limit)

  function timeOf(deviceKey: number): number {
    const now = (clocks.get(deviceKey) ?? 1_000_000 * MINUTE) + (1 + below(3)) * 20_000
    const kind = random()
    if (kind < 0.7) clocks.set(deviceKey, now)
    if (kind < 0.7) return now
    if (kind < 0.85) return now - below(20) * MINUTE
    return now - below(5000) * MINUTE
  }

  function entry(): Entry {
    const again = sent[below(sent.length)]
    if (again && random() < 0.1)
      return random() < 0.5 ? again : { ...again, values: again.values.map(() => below(100)) }
    const deviceKey = DEVICES[below(DEVICES.length)]!
    const slots = SLOTS.filter(() => random() < 0.6)
    if (slots.length === 0) slots.push(0)
    const values = slots.map(() => (random() < 0.1 ? random() * 50 : Math.round(random() * 600 - 100) / 10))
    return { deviceKey, at: timeOf(deviceKey), slots, values }
  }

  return () =>
    Array.from({ length: 1 + below(12) }, () => {
      const made = entry()
      sent.push(made)
      return made
    })
}
