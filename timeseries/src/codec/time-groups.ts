import { CorruptBytesError } from './bytes.ts'
import type { Column } from '../base/types.ts'

/** Columns with the same times: the sensors of one board, which come in one message. */
export interface TimeGroup {
  readonly at: Float64Array
}

export interface Membership {
  readonly group: number
  /** One bit for each time of the group, the lowest first. Null when the column has all. */
  readonly presence: Uint8Array | null
}

/**
 * Groups columns with the same times, and those that lack at most half of the times of another column. Other columns
 * get times of their own. Memberships are in the order of the columns.
 */
export function groupByTimes(columns: readonly Column[]): { groups: TimeGroup[]; memberships: Membership[] } {
  const groups: TimeGroup[] = []
  const memberships: Membership[] = []
  // A column fits only into a longer one, so longer ones come first.
  const order = columns.map(({ at }, index) => ({ at, index }))
  order.sort((one, other) => other.at.length - one.at.length)
  for (const { at, index } of order) {
    memberships[index] = findGroup(groups, at) ?? { group: groups.push({ at }) - 1, presence: null }
  }
  return { groups, memberships }
}

function findGroup(groups: readonly TimeGroup[], at: Float64Array): Membership | undefined {
  for (const [group, { at: times }] of groups.entries()) {
    if (times === at) return { group, presence: null }
    if (at.length * 2 < times.length) continue
    const presence = presenceOf(at, times)
    if (presence) return { group, presence: at.length === times.length ? null : presence }
  }
  return undefined
}

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

export function pickPresent(times: Float64Array, presence: Uint8Array, count: number): Float64Array {
  const at = new Float64Array(count)
  let index = 0
  for (let place = 0; place < times.length; place++)
    if ((presence[place >> 3]! >> (place & 7)) & 1) at[index++] = times[place]!
  if (index !== count) throw new CorruptBytesError('The presence of a column does not match its number of values.')
  return at
}
