import { isIP } from 'node:net'

/** Parsers of single settings: each returns undefined or throws for a wrong text. */

export function port(text: string): number | undefined {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : undefined
}

export function megabytes(text: string): number | undefined {
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined
}

export function days(text: string): number | undefined {
  return /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined
}

export function timeOfDay(text: string): { hour: number; minute: number } | undefined {
  const [, hour = '', minute = ''] = /^(\d\d?):(\d\d)$/.exec(text) ?? []
  return hour !== '' && Number(hour) < 24 && Number(minute) < 60
    ? { hour: Number(hour), minute: Number(minute) }
    : undefined
}

export function wholeNumber(min: number, max: number): (text: string) => number | undefined {
  return (text) => {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
    return value >= min && value <= max ? value : undefined
  }
}

export function publicUrl(text: string): string | undefined {
  const url = new URL(text)
  if (!/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '' || url.pathname !== '/') return undefined
  return url.origin
}

export function addresses(text: string): string[] | undefined {
  const list = text.split(',').map((part) => part.trim())
  return list.every(isNetwork) ? list : undefined
}

function isNetwork(text: string): boolean {
  const [address = '', bits] = text.split('/')
  return (
    isIP(address) !== 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128)))
  )
}

export function oneOf<const Name extends string>(names: readonly Name[]): (text: string) => Name | undefined {
  return (text) => names.find((name) => name === text)
}

/** A target that members may use although it is on this machine or in a private network. */
export interface AllowedTarget {
  /** A name or an address in lower case, IPv6 without brackets. */
  readonly host: string
  readonly port: number
}

const PORT_MAX = 65_535

export function allowedTargets(text: string): AllowedTarget[] | undefined {
  const targets = text.split(',').map((part) => targetIn(part.trim().toLowerCase()))
  return targets.every((target) => target !== undefined) ? targets : undefined
}

function targetIn(text: string): AllowedTarget | undefined {
  const [, ipv6, name, digits = ''] = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+)):(\d{1,5})$/.exec(text) ?? []
  const [host, port] = [ipv6 ?? name ?? '', Number(digits)]
  const isHost = ipv6 === undefined ? host !== '' : isIP(ipv6) === 6
  return isHost && port >= 1 && port <= PORT_MAX ? { host, port } : undefined
}
