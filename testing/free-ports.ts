import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { randomInt } from 'node:crypto'

/** Below the ports from which the system takes those of outgoing connections: a server that starts again finds its port free. */
const [LOWEST, HIGHEST] = [15_000, 32_000]
const TRIES = 200

/** Those that were returned: whoever asked for one may not listen on it yet, or for a while. */
const given = new Set<number>()

/** Returns ports of this machine that nobody listens on now, and that were not returned before in this process. */
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
