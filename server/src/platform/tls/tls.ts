import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { SecureContextOptions } from 'node:tls'

export interface Tls {
  readonly cert: Buffer
  readonly key: Buffer
  readonly certFile: string
  readonly keyFile: string
}

/** As ASVS and Mozilla recommend: only forward secrecy and authenticated encryption. */
const CIPHERS = [
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_AES_128_GCM_SHA256',
  ...['AES256-GCM-SHA384', 'CHACHA20-POLY1305', 'AES128-GCM-SHA256'].flatMap((name) => [
    `ECDHE-ECDSA-${name}`,
    `ECDHE-RSA-${name}`,
  ]),
].join(':')
const TLS_OLDEST = 'TLSv1.2'

export function secureContextOf({ cert, key }: Tls): SecureContextOptions {
  return { cert, key, minVersion: TLS_OLDEST, ciphers: CIPHERS, honorCipherOrder: true }
}

export function readTls(certFile: string, keyFile: string): Tls {
  const cert = read('TLS_CERT', certFile)
  const key = read('TLS_KEY', keyFile)
  const certificate = parse(() => new X509Certificate(cert), 'TLS_CERT', certFile, 'a certificate in PEM form')
  const privateKey = parse(
    () => createPrivateKey(key),
    'TLS_KEY',
    keyFile,
    'a private key in PEM form, without a password',
  )
  requireMatch(certificate, privateKey, certFile, keyFile)
  return { cert, key, certFile, keyFile }
}

function read(setting: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    throw new Error(`${setting} must be the path of a readable file, not "${file}".`)
  }
}

function parse<T>(make: () => T, setting: string, file: string, expected: string): T {
  try {
    return make()
  } catch {
    throw new Error(`${setting} must be ${expected}, which "${file}" is not.`)
  }
}

function requireMatch(certificate: X509Certificate, key: KeyObject, certFile: string, keyFile: string): void {
  if (!certificate.checkPrivateKey(key))
    throw new Error(`TLS_KEY does not belong to TLS_CERT: "${keyFile}" is not the key of "${certFile}".`)
}
