export interface BoardSource {
  readonly kind: 'hub' | 'broker' | 'device'
  readonly id: string
}

export interface BoardOwner {
  readonly householdId: string
  readonly source: BoardSource
}
