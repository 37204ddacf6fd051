import { jetstreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { atEnd } from '../../testing/at-end.ts'
import { findNatsServer } from '../../testing/find-nats.mjs'
import { startNats, type NatsServers } from '../../testing/nats-server.ts'
import { openLog } from '../src/platform/log.ts'
import { connectNats } from '../src/cluster/nats/connect.ts'
import { openNatsBus } from '../src/cluster/nats/nats-bus.ts'
import { openJetStreamLog } from '../src/cluster/nats/jetstream-log.ts'
import type { ReaderTimes } from '../src/cluster/nats/reader-watch.ts'
import type { ReadingLog } from '@greenhouse/timeseries'
import type { Bus } from '../src/platform/bus/bus.ts'

/** Whether there is a program nats-server to test with. */
export const NATS = findNatsServer() !== undefined

const log = openLog('silent')
let one: Promise<NatsServers> | undefined

/** The address of one server of NATS that all tests of a worker share; each uses names of its own. */
export async function natsUrl(): Promise<string> {
  one ??= startNats(1)
  return (await one).url
}

export async function natsConnection(nodeId: string, url?: string): Promise<NatsConnection> {
  return connectNats({ url: url ?? (await natsUrl()), nodeId, log })
}

export async function natsBusOf(name: string, nodeId: string): Promise<Bus> {
  return openNatsBus({ connection: await natsConnection(nodeId), nodeId, name, log })
}

/** Opens a log of its own for a test. */
export async function natsLog(
  name: string,
  partitions = 4,
  servers?: NatsServers,
  times?: ReaderTimes,
): Promise<ReadingLog> {
  const connection = await natsConnection('log', servers?.url)
  atEnd(async () => {
    // The servers would get slower with each stream of a test that is over.
    const { streams } = await jetstreamManager(connection, { checkAPI: false })
    const names = Array.from({ length: partitions }, (_, partition) => `${name}-readings-${partition}`)
    await Promise.all(names.map((each) => streams.delete(each).catch(() => {})))
    await connection.close()
  })
  const replicas = servers?.servers.length ?? 1
  const maxBytes = 64 * 1024 * 1024
  const quicker = times === undefined ? {} : { times }
  return openJetStreamLog({ connection, name, partitions, replicas, maxBytes, onLeftOut: () => {}, ...quicker })
}
