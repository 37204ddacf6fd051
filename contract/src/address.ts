import type { Route } from './route.ts'

/** Unchecked, so that tests can send invalid ones. */
export interface AddressParts {
  readonly params?: unknown
  readonly query?: unknown
}

export function addressOf({ path }: Route, { params, query }: AddressParts = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(texts(params)[name] ?? ''))
  const search = new URLSearchParams(texts(query)).toString()
  return search === '' ? filled : `${filled}?${search}`
}

function texts(values: unknown): Record<string, string> {
  if (typeof values !== 'object' || values === null) return {}
  const given = Object.entries(values).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}
