import { resolve } from 'node:path'
import type { Config } from '../../platform/config/config.ts'
import { isEverywhere } from '../../platform/network/origin.ts'
import { isLoopback } from '../../platform/network/own-addresses.ts'

export function greetingOf(config: Config, ports: { http: number; mqtt: number }): string {
  const host = isEverywhere(config.host) ? '<this machine>' : config.host
  const isPrivate = isLoopback(config.host)
  const lines = [
    ['Open it', config.publicUrl ?? `${config.tls ? 'https' : 'http'}://${host}:${ports.http}`],
    ...(!config.roles.has('gateway') ? [] : [['Devices', `${config.tls ? 'mqtts' : 'mqtt'}://${host}:${ports.mqtt}`]]),
    ['Data', config.databaseUrl === null ? resolve(config.dataDir) : 'in PostgreSQL, as DATABASE_URL says'],
    ...(isPrivate ? [['Network', 'only this machine; HOST=0.0.0.0 npm start opens it to yours']] : []),
    ...exposuresOf(config).map(({ warning }) => ['WARNING', warning]),
  ]
  const text = lines.map(([name = '', value]) => `  ${name.padEnd(10)}${value}`).join('\n')
  return `\n  Greenhouse is running.\n\n${text}\n`
}

interface Exposure {
  readonly event: string
  readonly warning: string
}

/** Returns the exposures to the network, each with its log event. */
export function exposuresOf({ host, tls, publicUrl, registration }: Config): Exposure[] {
  if (isLoopback(host)) return []
  const isProxied = publicUrl?.startsWith('https://') === true
  const found: Exposure[] = []
  if (registration === 'open') {
    found.push({
      event: 'network.registration-open',
      warning: 'Everybody who reaches this server may register. REGISTRATION=first or closed ends that.',
    })
  }
  if (!tls) {
    found.push({
      event: 'network.plain-text',
      warning: isProxied
        ? 'Devices send their tokens in plain text. Set TLS_CERT and TLS_KEY, or put a proxy before MQTT too.'
        : 'Passwords and device tokens cross the network in plain text. Set TLS_CERT and TLS_KEY, or use a proxy.',
    })
  }
  return found
}
