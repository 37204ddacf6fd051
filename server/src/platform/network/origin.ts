import type { Config } from '../config/config.ts'
import { ownAddresses } from './own-addresses.ts'

/**
 * For links in mails: PUBLIC_URL, else the listening address, or the first local one when it listens on all. Never
 * taken from a request, in which a client could name its own server.
 */
export function originOf(
  { publicUrl, host, tls }: Pick<Config, 'publicUrl' | 'host' | 'tls'>,
  port: number,
  own: readonly string[] = ownAddresses(),
): string {
  if (publicUrl !== null) return publicUrl
  const name = isEverywhere(host) ? (own[0] ?? 'localhost') : host
  return `${tls ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${port}`
}

export function isEverywhere(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}
