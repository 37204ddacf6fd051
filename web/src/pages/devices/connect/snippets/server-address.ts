import type { ServerInfo } from '@greenhouse/contract'

export interface ServerAddress {
  /** A name or an address; IPv6 without brackets. */
  readonly host: string
  readonly mqttPort: number
  readonly mqttTls: boolean
  /** `https://greenhouse.example.org`, without a trailing slash. */
  readonly origin: string
}

/** PUBLIC_URL, if set, overrides the host. */
export function serverAddress({ publicUrl, mqttPort, mqttTls }: ServerInfo, page: string, host: string): ServerAddress {
  const url = new URL(publicUrl ?? page)
  if (publicUrl === null) url.hostname = host
  return { host: url.hostname.replaceAll(/[[\]]/g, ''), origin: url.origin, mqttPort, mqttTls }
}

export function httpPort({ origin }: ServerAddress): string {
  const { port, protocol } = new URL(origin)
  if (port !== '') return port
  return protocol === 'https:' ? '443' : '80'
}

/** Returns `192.168.1.20:1883` or `[2001:db8::1]:1883`. */
export function mqttAuthority({ host, mqttPort }: ServerAddress): string {
  return `${host.includes(':') ? `[${host}]` : host}:${mqttPort}`
}
