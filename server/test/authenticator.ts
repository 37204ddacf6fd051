import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

interface Ceremony {
  readonly challenge: string
}

/**
 * A software authenticator as of the WebAuthn specification: makes one passkey and signs with it, for pages of `origin`.
 * With `verified: false` it does not claim to have verified the user.
 */
export function newAuthenticator(origin: string, always: { verified?: boolean } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  const rpIdHash = createHash('sha256').update(new URL(origin).hostname).digest()
  let counter = 0

  function authenticatorData(attested: Buffer, verified = always.verified ?? true): Buffer {
    const flags = 0x01 | (verified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter++)
    return Buffer.concat([rpIdHash, Buffer.from([flags]), count, attested])
  }

  function clientData(type: string, challenge: string, from: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  }

  function coseKey(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const entries: Array<[number, number | Buffer]> = [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]
    return map(entries.map(([key, value]) => [integer(key), typeof value === 'number' ? integer(value) : bytes(value)]))
  }

  return {
    id,
    /** Returns the browser's result of `navigator.credentials.create`. */
    create({ challenge }: Ceremony, from = origin) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey()])
      const attestationObject = map([
        [text('fmt'), text('none')],
        [text('attStmt'), map([])],
        [text('authData'), bytes(authenticatorData(attested))],
      ])
      const response = {
        clientDataJSON: clientData('webauthn.create', challenge, from).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      }
      return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
    },
    /** Returns the browser's result of `navigator.credentials.get`. */
    get({ challenge }: Ceremony, { from = origin, verified }: { from?: string; verified?: boolean } = {}) {
      const data = authenticatorData(Buffer.alloc(0), verified)
      const client = clientData('webauthn.get', challenge, from)
      const signature = sign('sha256', Buffer.concat([data, createHash('sha256').update(client).digest()]), privateKey)
      const response = {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      }
      return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
    },
  }
}

// The subset of CBOR (RFC 8949) that a passkey needs.
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  return value < 256
    ? Buffer.from([(major << 5) | 24, value])
    : Buffer.from([(major << 5) | 25, value >> 8, value & 255])
}
const integer = (value: number) => (value >= 0 ? head(0, value) : head(1, -1 - value))
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value])
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)])
const map = (entries: ReadonlyArray<readonly [Buffer, Buffer]>) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()])
