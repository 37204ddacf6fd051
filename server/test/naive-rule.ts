import { isMissing, type Samples, type Transition, type RuleMeaning } from '@greenhouse/contract'

/** Predicates on a value: whether it counts, is beyond the limits, and has returned far enough. */
interface Judged {
  readonly at: number
  readonly value: number
  readonly counts: boolean
  readonly beyond: boolean
  readonly back: boolean
}

/**
 * Returns the transitions of a rule on all values, in the plainest way: at each value it looks back. Supports hours in UTC and
 * days at the equator only.
 */
export function naiveTransitions(rule: RuleMeaning, samples: Samples): Transition[] {
  const values = judged(rule, samples)
  const transitions: Transition[] = []
  let isBroken = false
  for (const [index, { at, value, counts, back }] of values.entries()) {
    if (isBroken && (!counts || back)) {
      isBroken = false
      transitions.push({ isBroken, at, value, why: counts ? 'back' : 'hours' })
    } else if (!isBroken && isHeld(rule, values.slice(0, index + 1), transitions.at(-1)?.at)) {
      isBroken = true
      transitions.push({ isBroken, at, value, why: 'crossed' })
    }
  }
  return transitions
}

/** Returns whether the last values, since the end of the episode before, are beyond the limits for as long as the hold. */
function isHeld({ holdSeconds }: RuleMeaning, values: readonly Judged[], since = -Infinity): boolean {
  const gap = values.findLastIndex(({ at, counts, beyond }) => !counts || !beyond || at <= since)
  const stretch = values.slice(gap + 1)
  return stretch.length > 0 && stretch.at(-1)!.at - stretch[0]!.at >= holdSeconds * 1000
}

function judged(rule: RuleMeaning, { at, values }: Samples): Judged[] {
  const known = at
    .map((time, index) => ({ at: time, value: values[index]! }))
    .filter(({ value }) => !isMissing(rule.metric, value))
  return known.map((one) => {
    const value = rule.kind === 'changing' ? changeAt(rule, known, one.at) : one.value
    const { limit, clearAt } = rule
    const upper = rule.upperLimit ?? Infinity
    const counts = isWithinHours(rule, one.at)
    if (rule.kind === 'below')
      return { at: one.at, value, counts, beyond: value <= limit, back: value > limit && value >= clearAt }
    if (rule.kind !== 'outside')
      return { at: one.at, value, counts, beyond: value >= limit, back: value < limit && value <= clearAt }
    const beyond = value <= limit || value >= upper
    return { at: one.at, value, counts, beyond, back: !beyond && value <= clearAt && value - limit >= upper - clearAt }
  })
}

function changeAt(rule: RuleMeaning, known: ReadonlyArray<{ at: number; value: number }>, at: number): number {
  const from = at - rule.withinMinutes! * 60_000
  const within = known.filter((one) => one.at >= from && one.at <= at).map(({ value }) => value)
  return Math.max(...within) - Math.min(...within)
}

function isWithinHours({ activeHours, place }: RuleMeaning, at: number): boolean {
  if (activeHours === 'always') return true
  const minutes = (at / 60_000) % 1440
  if (typeof activeHours === 'object') {
    const [from, to] = [activeHours.from, activeHours.to].map((text) => {
      const [hours = 0, rest = 0] = text.split(':').map(Number)
      return hours * 60 + rest
    }) as [number, number]
    return from < to ? minutes >= from && minutes < to : minutes >= from || minutes < to
  }
  // At the equator the sun rises at about 6 of the local time.
  const local = (minutes + (place!.longitude / 360) * 1440) % 1440
  return (local >= 360 && local < 1080) === (activeHours === 'day')
}
