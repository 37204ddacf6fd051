export class RawBody {
  readonly contentType: string
  readonly payload: Buffer

  constructor(contentType: string, payload: Buffer) {
    this.contentType = contentType
    this.payload = payload
  }
}

/** Returns the bytes of a raw body; empty for a request without one. */
export function rawBodyOf(body: unknown): RawBody {
  return body instanceof RawBody ? body : new RawBody('', Buffer.alloc(0))
}
