import type { ServerInfo } from '@greenhouse/contract'

/** Where boards find this server. */
export interface ServerAddress {
  /** A name or an address, an IPv6 one without brackets. */
  readonly host: string
  readonly mqttPort: number
  readonly mqttTls: boolean
  /** `https://greenhouse.example.org`, without a slash at its end. */
  readonly origin: string
}

/** Where boards find the server at a host of it; PUBLIC_URL, when it is set, is the only one. */
export function serverAddress({ publicUrl, mqttPort, mqttTls }: ServerInfo, page: string, host: string): ServerAddress {
  const url = new URL(publicUrl ?? page)
  if (publicUrl === null) url.hostname = host
  return { host: url.hostname.replaceAll(/[[\]]/g, ''), origin: url.origin, mqttPort, mqttTls }
}

/** The port of requests over HTTP, `443` where the address names none. */
export function httpPort({ origin }: ServerAddress): string {
  const { port, protocol } = new URL(origin)
  if (port !== '') return port
  return protocol === 'https:' ? '443' : '80'
}

/** `192.168.1.20:1883`, `[2001:db8::1]:1883` */
export function mqttAuthority({ host, mqttPort }: ServerAddress): string {
  return `${host.includes(':') ? `[${host}]` : host}:${mqttPort}`
}
