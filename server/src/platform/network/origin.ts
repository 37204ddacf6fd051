import type { Config } from '../config/config.ts'
import { ownAddresses } from './own-addresses.ts'

/**
 * Returns the origin of this server for links in mails, without a slash at its end: PUBLIC_URL when it is set, else the
 * address it listens on. When it listens on every address, that is the first one this machine has in its network.
 * Never taken from a request, in which a client could name a server of its own.
 *
 * @param port the one it listens on
 * @param own the addresses of this machine
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

/** Whether a server that listens there listens on every address of its machine. */
export function isEverywhere(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}
