import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyFolder } from './data-folder.ts'
import { readTls, type Tls } from '../src/platform/tls/tls.ts'

const SEQUENCE = 0x30
const DAY = 86_400_000

/** Returns a value in DER: its tag, its length and its content. */
function der(kind: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([kind, ...length]), content])
}
const oid = (...bytes: number[]) => der(0x06, Buffer.from(bytes))
const instant = (at: number) =>
  der(0x18, Buffer.from(`${new Date(at).toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`))
const ECDSA_SHA256 = der(SEQUENCE, oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
const nameOf = (name: string) =>
  der(SEQUENCE, der(0x31, der(SEQUENCE, oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from(name)))))

/** Returns a new key with a self-signed certificate for `localhost`, as PEM. */
export function makeCertificate({ name = 'greenhouse', validUntil = Date.now() + 30 * DAY } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const names = der(SEQUENCE, der(0x82, Buffer.from('localhost')), der(0x87, Buffer.from([127, 0, 0, 1])))
  const alternativeNames = der(SEQUENCE, oid(0x55, 0x1d, 0x11), der(0x04, names))
  const body = der(
    SEQUENCE,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_SHA256,
    nameOf(name),
    der(SEQUENCE, instant(Math.min(Date.now(), validUntil) - DAY), instant(validUntil)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, alternativeNames)),
  )
  const signature = createSign('sha256').update(body).sign(privateKey)
  const whole = der(SEQUENCE, body, ECDSA_SHA256, der(0x03, Buffer.from([0]), signature))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  }
}

/** Writes a certificate and its key into a temporary folder; `renew` replaces them with new ones. */
export function certificateFiles(): { tls: Tls; certFile: string; keyFile: string; renew(): void } {
  const folder = emptyFolder()
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const renew = () => {
    const { cert, key } = makeCertificate()
    writeFileSync(certFile, cert)
    writeFileSync(keyFile, key)
  }
  renew()
  return { tls: readTls(certFile, keyFile), certFile, keyFile, renew }
}
