import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify, type ECDH } from 'node:crypto'
import { makeCertificate } from './certificate.ts'
import { startReceiver, type Received, type Reply } from './receiver.ts'

/** Starts a push service over https, and a browser that has subscribed there. */
export async function startPushService(answer: () => Reply = () => ({ status: 201 })) {
  const certificate = makeCertificate()
  const service = await startReceiver(answer, { tls: certificate })
  const keys = createECDH('prime256v1')
  keys.generateKeys()
  const auth = randomBytes(16)
  const subscription = {
    endpoint: `${service.origin}/push/Abc123-subscription`,
    keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
  }
  return { ...service, ca: certificate.cert, subscription, decrypt: (body: Buffer) => decrypt(body, keys, auth) }
}

const hmac = (key: Buffer, text: Buffer) => createHmac('sha256', key).update(text).digest()

/** Decrypts a message as a browser does: RFC 8291, and aes128gcm of one record as RFC 8188 has it. */
function decrypt(body: Buffer, keys: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const recordSize = body.readUInt32BE(16)
  const keyId = body.subarray(21, 21 + body.readUInt8(20))
  const record = body.subarray(21 + keyId.length)
  if (record.length > recordSize) throw new Error('More than one record')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), keyId, Buffer.from([1])])
  const input = hmac(hmac(auth, keys.computeSecret(keyId)), info)
  const seed = hmac(salt, input)
  const key = hmac(seed, Buffer.from('Content-Encoding: aes128gcm\0\x01')).subarray(0, 16)
  const nonce = hmac(seed, Buffer.from('Content-Encoding: nonce\0\x01')).subarray(0, 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16))
  const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded[end] !== 2) throw new Error('The record is not the last one')
  return padded.subarray(0, end).toString()
}

/** Verifies who sent a message, as RFC 8292 has it. Returns the key and the claims; throws for a wrong signature. */
export function verifyVapid({ headers }: Pick<Received, 'headers'>) {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  const [header = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
  const signed = Buffer.from(`${header}.${claims}`)
  const isValid = verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  if (!isValid) throw new Error('The signature is wrong')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  return { publicKey, header: read(header), claims: read(claims) }
}
