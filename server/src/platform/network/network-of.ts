/**
 * Returns an IPv4 address, or the first 64 bits of IPv6, where everybody has 2^64 addresses. Rate limits count by it.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1] !== undefined) return mapped[1]
  if (!address.includes(':')) return address
  const [left = '', right] = (address.split('%')[0] ?? '').split('::')
  const [before, after] = [groupsOf(left), groupsOf(right ?? '')]
  const zeros = right === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array.from({ length: zeros }, () => '0'), ...after].slice(0, 4).join(':')
}

function groupsOf(part: string): string[] {
  const groups = part.split(':').filter((group) => group !== '')
  return groups.map((group) => Number.parseInt(group, 16).toString(16))
}
