import type { Column } from '../base/types.ts'

export function countValues(columns: readonly Column[]): number {
  return columns.reduce((sum, { at }) => sum + at.length, 0)
}

export function rangeOf(columns: readonly Column[]): { fromAt: number; toAt: number } {
  let [fromAt, toAt] = [Infinity, -Infinity]
  for (const { at } of columns) {
    const [first, last] = [at[0], at.at(-1)]
    if (first === undefined || last === undefined) continue
    fromAt = Math.min(fromAt, first)
    toAt = Math.max(toAt, last)
  }
  return { fromAt, toAt }
}

/** Returns views of the values in a range, to exclusive. Leaves out empty columns. */
export function between(columns: readonly Column[], from: number, to: number): Column[] {
  const part: Column[] = []
  for (const column of columns) {
    const [start, end] = [firstFrom(column.at, from), firstFrom(column.at, to)]
    if (start === 0 && end === column.at.length) part.push(column)
    else if (start < end)
      part.push({ slot: column.slot, at: column.at.subarray(start, end), values: column.values.subarray(start, end) })
  }
  return part.filter(({ at }) => at.length > 0)
}

export function firstFrom(at: Float64Array, from: number): number {
  let [low, high] = [0, at.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (at[middle]! < from) low = middle + 1
    else high = middle
  }
  return low
}

/** Merges two sets in time order. For the same slot and time, the value of `first` wins. */
export function mergeColumns(first: readonly Column[], second: readonly Column[]): Column[] {
  const others = new Map(second.map((column) => [column.slot, column]))
  const merged = first.map((column) => {
    const other = others.get(column.slot)
    others.delete(column.slot)
    return other ? mergeColumn(column, other) : column
  })
  merged.push(...others.values())
  return merged
}

export function concatColumns(sets: ReadonlyArray<readonly Column[]>): Column[] {
  const [only] = sets
  if (only && sets.length === 1) return [...only]
  const bySlot = Map.groupBy(sets.flat(), ({ slot }) => slot)
  return Array.from(bySlot, ([slot, pieces]) => ({
    slot,
    at: concat(pieces.map(({ at }) => at)),
    values: concat(pieces.map(({ values }) => values)),
  }))
}

function mergeColumn(first: Column, second: Column): Column {
  if (rangeOf([first]).toAt < rangeOf([second]).fromAt)
    return { slot: first.slot, at: concat([first.at, second.at]), values: concat([first.values, second.values]) }
  const size = first.at.length + second.at.length
  const [at, values] = [new Float64Array(size), new Float64Array(size)]
  let [one, other, length] = [0, 0, 0]
  while (one < first.at.length || other < second.at.length) {
    const [mine, its] = [first.at[one] ?? Infinity, second.at[other] ?? Infinity]
    at[length] = Math.min(mine, its)
    values[length++] = mine <= its ? first.values[one]! : second.values[other]!
    if (mine <= its) one++
    if (its <= mine) other++
  }
  return { slot: first.slot, at: at.subarray(0, length), values: values.subarray(0, length) }
}

function concat(lists: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(lists.reduce((sum, { length }) => sum + length, 0))
  let filled = 0
  for (const list of lists) {
    all.set(list, filled)
    filled += list.length
  }
  return all
}

/** Cuts columns by time into pieces of similar size, with at most `most` values each where times allow. */
export function cut(columns: readonly Column[], most: number): Column[][] {
  const total = countValues(columns)
  const pieces = Math.ceil(total / most)
  if (pieces <= 1) return [[...columns]]
  const times = new Float64Array(total)
  let filled = 0
  for (const { at } of columns) {
    times.set(at, filled)
    filled += at.length
  }
  times.sort()
  const parts: Column[][] = []
  let from = -Infinity
  for (let piece = 1; piece <= pieces; piece++) {
    const to = times[Math.floor((total * piece) / pieces)] ?? Infinity
    const part = between(columns, from, to)
    if (part.length > 0) parts.push(part)
    from = to
  }
  return parts
}

export class ColumnBuilder {
  readonly #columns = new Map<number, { at: number[]; values: number[] }>()
  size = 0

  add(slot: number, at: number, value: number): void {
    let column = this.#columns.get(slot)
    if (!column) this.#columns.set(slot, (column = { at: [], values: [] }))
    column.at.push(at)
    column.values.push(value)
    this.size++
  }

  build(): Column[] {
    return Array.from(this.#columns, ([slot, { at, values }]) => inOrder(slot, at, values))
  }
}

/** Returns values of a slot in time order. For the same time, the first one wins. */
export function inOrder(slot: number, at: readonly number[], values: readonly number[]): Column {
  let ascends = true
  for (let index = 1; index < at.length && ascends; index++) ascends = at[index - 1]! < at[index]!
  // `Float64Array.from` would take them one by one.
  if (ascends) return { slot, at: new Float64Array(at), values: new Float64Array(values) }
  const order = Uint32Array.from(at, (_, index) => index).sort((one, other) => at[one]! - at[other]! || one - other)
  const kept = order.filter((place, index) => index === 0 || at[order[index - 1]!] !== at[place])
  return {
    slot,
    at: Float64Array.from(kept, (place) => at[place]!),
    values: Float64Array.from(kept, (p) => values[p]!),
  }
}
