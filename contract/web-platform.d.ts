/*
 * What browsers and Node have in common and the client uses. Only the compiler's check of the contract reads this file:
 * it keeps everything else of either platform out.
 */

declare function fetch(url: string, init: RequestInit): Promise<Response>

interface RequestInit {
  method?: string
  headers?: Record<string, string>
  body?: string
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

interface AbortSignal {
  readonly aborted: boolean
}

declare class URLSearchParams {
  constructor(pairs: Record<string, string>)
  toString(): string
}
