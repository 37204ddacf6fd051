const FREE_ATTEMPTS = 5
const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 15 * 60_000
/** After this long without a failure everything is forgotten. */
export const FORGOTTEN_AFTER_MS = 60 * 60_000

/**
 * How long after the last failure the next attempt may come, in milliseconds. Five are free, then the pause doubles
 * from 2 s to at most 15 min: slower and slower, never shut for good.
 */
export function pauseAfter(failures: number): number {
  if (failures < FREE_ATTEMPTS) return 0
  return Math.min(FIRST_PAUSE_MS * 2 ** (failures - FREE_ATTEMPTS), LONGEST_PAUSE_MS)
}

/** Words for a pause: `30 seconds`, `4 minutes`. */
export function pauseInWords(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}

/** Where an attempt comes from: an IPv4 address, or the /64 network that one subscriber of IPv6 has to himself. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1] !== undefined) return mapped[1]
  if (!address.includes(':')) return address
  const [left = '', right] = address.split('::')
  const groups = left.split(':').filter((group) => group !== '')
  const after = (right ?? '').split(':').filter((group) => group !== '')
  // "::" stands for as many zeros as are missing.
  const zeros = right === undefined ? 0 : Math.max(0, 8 - groups.length - after.length)
  return [...groups, ...Array.from({ length: zeros }, () => '0'), ...after].slice(0, 4).join(':')
}
