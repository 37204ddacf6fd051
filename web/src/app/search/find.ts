/** The kinds of things that a search opens, and pages. */
export const findKinds = ['plant', 'place', 'device', 'task', 'care', 'species', 'page'] as const
export type FindKind = (typeof findKinds)[number]

/** Something that can be opened. */
export interface Find {
  /** Unique in a list. */
  readonly key: string
  readonly kind: FindKind
  readonly title: string
  readonly detail: string
  readonly to: string
}

export interface FindGroup {
  readonly title: string
  readonly finds: readonly Find[]
  /** May be more than are listed. */
  readonly total: number
}
