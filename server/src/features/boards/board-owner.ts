/** The credential of a hub, a broker of the owner's, or the token of one device. */
export interface BoardSource {
  readonly kind: 'hub' | 'broker' | 'device'
  readonly id: string
}

/** The person whose credential or broker brought a board. */
export interface BoardOwner {
  readonly userId: string
  readonly source: BoardSource
}
