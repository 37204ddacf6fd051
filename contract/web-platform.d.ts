/**
 * Globals of browsers and Node that the client uses. Only the type check of the contract reads this file, to keep out all
 * others.
 */

declare function fetch(url: string, init: RequestInit): Promise<Response>

interface RequestInit {
  method?: string
  headers?: Record<string, string>
  body?: string | Blob
  signal?: AbortSignal
}

interface Response {
  readonly status: number
  readonly headers: Headers
  text(): Promise<string>
}

interface Headers {
  get(name: string): string | null
}

declare class Blob {
  readonly size: number
}

interface AbortSignal {
  readonly aborted: boolean
}

declare class URLSearchParams {
  constructor(pairs: Record<string, string>)
  toString(): string
}
