import { readFileSync } from 'node:fs'
import { onTestFinished } from 'vitest'
import { addDevice, register, type DeviceCredentials, type Grower } from '../../../testing/growers.ts'
import * as starter from '../../../testing/server-process.ts'

/** A listening server in a process of its own. */
export type RealServer = starter.ServerProcess & starter.ServerAddress

type Circumstances = Omit<starter.ServerOptions, 'dataDir'>

/** Starts the server on the folder and on free ports, and returns at once. The process ends with the test. */
export function spawnServer(dataDir: string, circumstances: Circumstances = {}): starter.ServerProcess {
  const spawned = starter.spawnServer({ dataDir, ...circumstances })
  onTestFinished(spawned.kill)
  return spawned
}

/** Starts the server and waits until it can be reached. */
export async function startServer(dataDir: string, circumstances?: Circumstances): Promise<RealServer> {
  const spawned = spawnServer(dataDir, circumstances)
  return { ...spawned, ...(await spawned.listening) }
}

/** Registers a user with devices. */
export async function settle(
  { url }: Pick<RealServer, 'url'>,
  devices: number,
): Promise<{ ann: Grower; devices: DeviceCredentials[] }> {
  const ann = await register(url, 'ann')
  const made: DeviceCredentials[] = []
  for (let index = 0; index < devices; index++) made.push(await addDevice(ann, `House ${index}`))
  return { ann, devices: made }
}

/** Calls a health endpoint: `/readyz` or `/livez`. */
export async function probe(
  { url }: Pick<RealServer, 'url'>,
  path: '/readyz' | '/livez',
): Promise<{ status: number; body: unknown }> {
  const reply = await fetch(url + path)
  return { status: reply.status, body: await reply.json() }
}

/** Returns a number from the metrics. */
export async function gauge({ url }: Pick<RealServer, 'url'>, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^\\S*${name}\\S* (\\S+)$`, 'm').exec(text)?.[1])
}

/** Returns the private memory of the process, in megabytes. Mapped files do not count, since the system can reclaim them. */
export function ownMemory(pid: number): number {
  return Number(/RssAnon:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}
