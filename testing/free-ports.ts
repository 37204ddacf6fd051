import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { randomInt } from 'node:crypto'

/** Below the ephemeral ports, so that a restarted server finds its port free. */
const [LOWEST, HIGHEST] = [15_000, 32_000]
const TRIES = 200

/** Returned ports are not returned again: their user may not listen yet. */
const given = new Set<number>()

export async function freePorts(count: number): Promise<number[]> {
  const held: Array<readonly [number, Server]> = []
  for (let tries = 0; held.length < count; tries++) {
    if (tries > count + TRIES) throw new Error('There are no free ports on this machine')
    const port = randomInt(LOWEST, HIGHEST)
    if (given.has(port)) continue
    const server = await tryListening(port)
    if (server) held.push([port, server])
  }
  for (const [port] of held) given.add(port)
  await Promise.all(held.map(([, server]) => once(server.close(), 'close')))
  return held.map(([port]) => port)
}

async function tryListening(port: number): Promise<Server | undefined> {
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
    return server
  } catch {
    return undefined
  }
}
