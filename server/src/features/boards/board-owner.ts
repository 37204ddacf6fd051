export interface BoardSource {
  readonly kind: 'hub' | 'broker' | 'device'
  readonly id: string
}

export interface BoardOwner {
  readonly userId: string
  readonly source: BoardSource
}
