import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { certificateFiles, makeCertificate } from './certificate.ts'
import { createWorld, portOf, type World } from './world.ts'

/** Creates a world that listens with TLS and a certificate that can be renewed. */
async function listening() {
  const files = certificateFiles()
  const world = await createWorld({ tls: files.tls })
  await world.app.listen()
  return { ...files, world }
}

const ports = { https: portOf, mqtts: ({ app }: World) => app.devicePort() }
const each = ['https', 'mqtts'] as const

async function handshake(port: number, options: ConnectionOptions = {}): Promise<TLSSocket> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...options })
  onTestFinished(() => void socket.destroy())
  await once(socket, 'secureConnect')
  return socket
}

const certificateOf = (socket: TLSSocket) => socket.getPeerX509Certificate()?.fingerprint256
const inFile = (pem: Buffer) => new X509Certificate(pem).fingerprint256

describe.each(each)('%s', (name) => {
  test('speaks TLS 1.2 and 1.3', async () => {
    const { world } = await listening()
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
      const socket = await handshake(ports[name](world), { minVersion: version, maxVersion: version })
      expect(socket.getProtocol()).toBe(version)
    }
  })

  test('refuses TLS 1.1, before and after a renewal', async () => {
    const { world, renew } = await listening()
    // The client needs these options to offer TLS 1.1 at all.
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
    await expect(handshake(ports[name](world), old)).rejects.toThrow(/alert protocol version/)
    renew()
    await world.app.certificate?.runNow()
    await expect(handshake(ports[name](world), old)).rejects.toThrow(/alert protocol version/)
  })

  test('does not accept a cipher without authenticated encryption', async () => {
    const { world } = await listening()
    const weak = { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-ECDSA-AES128-SHA' } as const
    await expect(handshake(ports[name](world), weak)).rejects.toThrow(/alert handshake failure/)
  })

  test('prefers its strongest cipher', async () => {
    const { world } = await listening()
    const ciphers = 'ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-AES256-GCM-SHA384'
    const socket = await handshake(ports[name](world), { maxVersion: 'TLSv1.2', ciphers })
    expect(socket.getCipher().name).toBe('ECDHE-ECDSA-AES256-GCM-SHA384')
  })

  test('uses a renewed certificate, and keeps open connections', async () => {
    const { world, tls, renew } = await listening()
    const open = await handshake(ports[name](world))
    expect(certificateOf(open)).toBe(inFile(tls.cert))
    renew()
    await world.app.certificate?.runNow()
    const next = await handshake(ports[name](world))
    expect(certificateOf(next)).not.toBe(inFile(tls.cert))
    expect([open.destroyed, open.writable, certificateOf(open)]).toEqual([false, true, inFile(tls.cert)])
  })

  test('keeps the old certificate while the new one cannot be used', async () => {
    const { world, tls, certFile, keyFile } = await listening()
    const current = async () => certificateOf(await handshake(ports[name](world)))
    const { cert, key } = makeCertificate()
    writeFileSync(certFile, cert)
    await world.app.certificate?.runNow()
    expect(await current()).toBe(inFile(tls.cert))
    rmSync(certFile)
    await world.app.certificate?.runNow()
    expect(await current()).toBe(inFile(tls.cert))
    writeFileSync(certFile, cert)
    writeFileSync(keyFile, key)
    await world.app.certificate?.runNow()
    expect(await current()).toBe(inFile(Buffer.from(cert)))
  })
})

test('a request on a connection from before the renewal is served', async () => {
  const { world, renew } = await listening()
  const open = await handshake(portOf(world))
  renew()
  await world.app.certificate?.runNow()
  open.write('GET /livez HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
  let answer = ''
  for await (const piece of open) answer += String(piece)
  expect(answer).toMatch(/^HTTP\/1\.1 200 /)
})

describe('the header strict-transport-security', () => {
  const policy = async (world: World) => (await world.request('GET', '/livez')).headers['strict-transport-security']

  test('the header strict-transport-security is sent, without subdomains, when the server or its proxy uses https', async () => {
    expect(await policy(await createWorld({ publicUrl: 'https://greenhouse.example.org' }))).toBe('max-age=31536000')
    const { tls } = certificateFiles()
    const world = await createWorld({ tls })
    const { headers } = await world.app.http.fastify.inject('/livez')
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
  })

  test('the header strict-transport-security is not sent without https', async () => {
    expect(await policy(await createWorld())).toBeUndefined()
    expect(await policy(await createWorld({ publicUrl: 'http://greenhouse.local' }))).toBeUndefined()
  })
})
