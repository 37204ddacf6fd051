import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { newsletterRoutes, weatherRoutes } from '@greenhouse/contract'
import { expect, onTestFinished, test } from 'vitest'
import { emptyFolder } from '../data-folder.ts'
import type { DeviceCredentials } from '../../../testing/growers.ts'
import { expectNothingLost, Ledger, post } from './ledger.ts'
import { probe, settle, startServer } from './real-server.ts'

test('a mail server and a weather service that never reply delay neither readings nor the stop', async () => {
  const dataDir = emptyFolder()
  const silent = await aSilentServer()
  const server = await startServer(dataDir, {
    env: {
      SMTP_URL: `smtp://127.0.0.1:${silent.port}`,
      WEATHER_URL: `http://127.0.0.1:${silent.port}`,
      GEOCODING_URL: `http://127.0.0.1:${silent.port}`,
    },
  })
  const { ann, devices } = await settle(server, 1)
  const ledger = new Ledger(devices[0] as DeviceCredentials)
  await ann.call(newsletterRoutes.subscribe, { body: { email: 'ann@example.org' } })
  const weather = ann.send(weatherRoutes.forecast)
  for (let count = 0; count < 20; count++) expect(await post(server, ledger)).toBe('stored')
  expect((await probe(server, '/readyz')).status).toBe(200)
  // The request for the forecast times out by itself, with a response.
  expect((await weather).status).toBeGreaterThanOrEqual(200)
  await expect.poll(() => silent.connections()).toBeGreaterThanOrEqual(2)

  server.signal('SIGTERM')
  const { code, errors } = await server.ended
  expect([code, errors.includes('not-closed')]).toEqual([0, false])
  await expectNothingLost(dataDir, ledger)
})

/** Opens a server that accepts connections and never sends anything. */
async function aSilentServer(): Promise<{ port: number; connections: () => number }> {
  const open: Socket[] = []
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.resume()
    open.push(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, connections: () => open.length }
}
