import { CorruptBytesError } from './bytes.ts'
import type { Column } from '../base/types.ts'

/** Columns that share a column of times: those of one sensor board, which come in one message. */
export interface TimeGroup {
  readonly at: Float64Array
}

/** Where a column finds its times. */
export interface Membership {
  readonly group: number
  /** One bit for each time of the group, the lowest first: 1 where the column has a value. Null when it has all. */
  readonly presence: Uint8Array | null
}

/**
 * Finds columns with the same times, and those that lack at most half of the times of another column. A column that fits
 * nowhere has times of its own. The memberships stand in the order of the columns.
 */
export function groupByTimes(columns: readonly Column[]): { groups: TimeGroup[]; memberships: Membership[] } {
  const groups: TimeGroup[] = []
  const memberships: Membership[] = []
  // A column can only be part of a longer one, which therefore comes first.
  const order = columns.map((_, index) => index)
  order.sort((one, other) => columns[other]!.at.length - columns[one]!.at.length)
  for (const index of order) {
    const { at } = columns[index]!
    memberships[index] = findGroup(groups, at) ?? { group: groups.push({ at }) - 1, presence: null }
  }
  return { groups, memberships }
}

function findGroup(groups: readonly TimeGroup[], at: Float64Array): Membership | undefined {
  for (let group = 0; group < groups.length; group++) {
    const times = groups[group]!.at
    if (times === at) return { group, presence: null }
    if (at.length * 2 < times.length) continue
    const presence = presenceOf(at, times)
    if (presence) return { group, presence: at.length === times.length ? null : presence }
  }
  return undefined
}

/** Returns a bit for each of `times`, or undefined when `at` has one that is not among them. */
function presenceOf(at: Float64Array, times: Float64Array): Uint8Array | undefined {
  const presence = new Uint8Array(Math.ceil(times.length / 8))
  let index = 0
  for (let place = 0; place < times.length && index < at.length; place++) {
    if (at[index]! < times[place]!) return undefined
    if (at[index] !== times[place]) continue
    presence[place >> 3]! |= 1 << (place & 7)
    index++
  }
  return index === at.length ? presence : undefined
}

/** Returns those of `times` whose bit is 1; there have to be `count`. */
export function pickPresent(times: Float64Array, presence: Uint8Array, count: number): Float64Array {
  const at = new Float64Array(count)
  let index = 0
  for (let place = 0; place < times.length; place++)
    if ((presence[place >> 3]! >> (place & 7)) & 1) at[index++] = times[place]!
  if (index !== count) throw new CorruptBytesError('The presence of a column does not match its number of values.')
  return at
}
