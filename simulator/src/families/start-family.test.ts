import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { measure, sensor } from '../sensors.ts'
import { ecowitt } from './ecowitt.ts'
import { familyBoards, type HttpFamily } from './family.ts'
import { lineProtocol } from './line-protocol.ts'
import { startFamily } from './start-family.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

test('a station posts its form to the path with its token', async () => {
  const { url, requests } = await receiving(200)
  await report(ecowitt, url)
  expect(requests).toMatchObject([{ path: `/${ecowitt.path('the-token')}` }])
  expect(new URLSearchParams(requests[0]?.body).get('tempf')).toMatch(/^\d+\.\d$/)
})

test('writes line protocol with the token of a hub', async () => {
  const { url, requests } = await receiving(204)
  await report(lineProtocol, url)
  expect(requests).toMatchObject([
    { path: `/${lineProtocol.path('the-token')}`, headers: { authorization: 'Token the-token' } },
  ])
  expect(requests[0]?.body).toMatch(/^airSensors,sensor_id=bench-1 temperature=[\d.]+,humidity=[\d.]+,co2=\d+ \d{19}$/)
})

test('reports refused boards', async () => {
  const { url } = await receiving(401)
  const troubles: string[] = []
  const board = await start(ecowitt, url, (trouble) => troubles.push(trouble))
  await expect.poll(() => troubles).toEqual(['The server answered 401 to bench-1.'])
  await board.stop()
})

async function report(family: HttpFamily, url: string): Promise<void> {
  const board = await start(family, url, () => {})
  await board.done
}

function start(family: HttpFamily, url: string, onTrouble: (message: string) => void) {
  const sensors = family.sensors.map(sensor)
  return startFamily(family, {
    boards: familyBoards('bench', 1, 1),
    url,
    token: 'the-token',
    intervalSeconds: 3600,
    measure: (_, at) => measure({ seed: 1, warmth: 6, sun: 1.4, moisture: 4 }, sensors, at),
    count: 1,
    onEvent: (event) => 'trouble' in event && onTrouble(event.trouble),
  })
}

/** A server that answers every request alike. */
async function receiving(status: number) {
  const requests: Array<{ path: string | undefined; headers: IncomingHttpHeaders; body: string }> = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      requests.push({ path: request.url, headers: request.headers, body })
      return response.writeHead(status).end()
    })
  })
  servers.push(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}
