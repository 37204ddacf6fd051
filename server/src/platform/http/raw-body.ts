/** The bytes of a body, for a route that decodes them itself. */
export class RawBody {
  readonly contentType: string
  readonly payload: Buffer

  constructor(contentType: string, payload: Buffer) {
    this.contentType = contentType
    this.payload = payload
  }
}

/** Returns the bytes of a body that a route takes raw; those of a request without a body are empty. */
export function rawBodyOf(body: unknown): RawBody {
  return body instanceof RawBody ? body : new RawBody('', Buffer.alloc(0))
}
