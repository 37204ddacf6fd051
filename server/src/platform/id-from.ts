import { createHash } from 'node:crypto'

/** Returns a UUIDv5 of a name in the namespace of another id. See https://www.rfc-editor.org/rfc/rfc9562#section-5.5 */
export function idFrom(namespace: string, name: string): string {
  const space = Buffer.from(namespace.replaceAll('-', ''), 'hex')
  const hash = createHash('sha1').update(space).update(name).digest().subarray(0, 16)
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  return hash.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
