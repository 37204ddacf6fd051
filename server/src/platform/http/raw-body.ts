export class RawBody {
  readonly contentType: string
  readonly payload: Buffer

  constructor(contentType: string, payload: Buffer) {
    this.contentType = contentType
    this.payload = payload
  }
}

export function rawBodyOf(body: unknown): RawBody {
  return body instanceof RawBody ? body : new RawBody('', Buffer.alloc(0))
}
