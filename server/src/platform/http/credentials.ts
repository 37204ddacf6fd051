import type { Route } from '@greenhouse/contract'
import type { FastifyRequest } from 'fastify'

const CREDENTIAL_MAX = 200

export function bearer(header: string | undefined): string | undefined {
  const token = header?.replace(/^bearer\s+/i, '').trim()
  return token === '' ? undefined : token
}

/** From the header (bare, `Bearer`, `Token`, or `Basic` as password or user), then from parts of the address. */
export function boardCredentials({ credentials = [] }: Route, { headers, params, query }: FastifyRequest): string[] {
  const sent: unknown[] = ofHeader(headers.authorization)
  if (credentials.length > 0) {
    const inAddress = new Map([...Object.entries(query ?? {}), ...Object.entries(params ?? {})])
    for (const name of credentials) sent.push(inAddress.get(name))
  }
  return sent.filter(
    (one, place): one is string =>
      typeof one === 'string' && one !== '' && one.length <= CREDENTIAL_MAX && sent.indexOf(one) === place,
  )
}

function ofHeader(header = ''): string[] {
  const [, scheme = '', rest = ''] = /^(bearer|token|basic)\s+(.*)$/i.exec(header.trim()) ?? []
  if (scheme === '') return [header.trim()]
  if (scheme.toLowerCase() !== 'basic') return [rest]
  const pair = Buffer.from(rest, 'base64').toString()
  const colon = pair.indexOf(':')
  return colon < 0 ? [pair] : [pair.slice(colon + 1), pair.slice(0, colon)]
}
