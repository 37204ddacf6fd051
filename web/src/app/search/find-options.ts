import type { Find, FindGroup } from './find.ts'

/** How many of a group are listed before all are asked for. */
const LISTED = 3

/** A row of the list: something to open, or all of its group. */
export type FindOption =
  | { readonly key: string; readonly group: string; readonly find: Find }
  | { readonly key: string; readonly group: string; readonly more: string }

export function optionsOf(groups: readonly FindGroup[], opened: ReadonlySet<string>): FindOption[] {
  return groups.flatMap(({ title, finds, total }) => {
    const isWhole = opened.has(title) || finds.length <= LISTED
    const options = finds
      .slice(0, isWhole ? finds.length : LISTED)
      .map((find) => ({ key: find.key, group: title, find }))
    if (isWhole) return options
    const more = total > finds.length ? `First ${finds.length} of ${total}` : `All ${total}`
    return [...options, { key: `more-${title}`, group: title, more }]
  })
}

/** Returns `5 results`. */
export function resultWords(groups: readonly FindGroup[]): string {
  const total = groups.reduce((sum, group) => sum + group.total, 0)
  return total === 1 ? '1 result' : `${total} results`
}
