/** `host` without the brackets of IPv6. */
export interface BrokerTarget {
  readonly host: string
  readonly port: number
  readonly isSecure: boolean
}

/** Reads `mqtt://host:1883` or `mqtts://host:8883`; undefined for anything else. */
export function brokerTarget(url: string): BrokerTarget | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, hostname, port, pathname } = new URL(url)
  const isSecure = protocol === 'mqtts:'
  const host = canonicalHost(hostname)
  if (host === '' || port === '0' || !['', '/'].includes(pathname)) return undefined
  return { host, port: port === '' ? (isSecure ? 8883 : 1883) : Number(port), isSecure }
}

/** URLs of HTTP normalize an IPv4 address (0x7f.1 becomes 127.0.0.1); those of MQTT do not. */
function canonicalHost(hostname: string): string {
  const asHttp = `http://${hostname}/`
  return URL.canParse(asHttp) ? new URL(asHttp).hostname.replace(/^\[|\]$/g, '') : ''
}
