/** By what a board came in: the credential of a hub, a broker of the owner's, or the token of one device. */
export interface BoardSource {
  readonly kind: 'hub' | 'broker' | 'device'
  readonly id: string
}

/** Whose a board is: the person whose credential or broker brought it. */
export interface BoardOwner {
  readonly userId: string
  readonly source: BoardSource
}
