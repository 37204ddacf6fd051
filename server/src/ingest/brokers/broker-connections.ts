import type { BrokerLinks, BrokerState } from '../../features/boards/broker-state.ts'
import { listAllBrokers, type StoredBroker } from '../../features/boards/broker-store.ts'
import type { Db } from '../../platform/db/schema.ts'
import { BrokerConnection, type BrokerParts } from './broker-connection.ts'

export const NOT_CONNECTED: BrokerState = { state: 'connecting', lastError: null, rate: 0 }

export interface BrokerConnections extends BrokerLinks {
  stateOf(brokerId: string): BrokerState
  /** Disconnects from a broker that another process connects to. The broker keeps messages meanwhile. */
  leave(brokerId: string): Promise<void>
  /** Connects to every broker that is stored. */
  start(): Promise<void>
  /** Brokers that are connected now. */
  readonly connected: number
  /** Acknowledges what is being stored and ends every connection. The brokers keep what comes until the next start. */
  close(): Promise<void>
}

/** Keeps one connection to each broker of every user. */
export function openBrokerConnections(db: Db, parts: BrokerParts): BrokerConnections {
  const open = new Map<string, BrokerConnection>()
  const ending = new Set<Promise<void>>()

  function end(connection: BrokerConnection, forGood: boolean): Promise<void> {
    const ended = connection.end(forGood).finally(() => ending.delete(ended))
    ending.add(ended)
    return ended
  }

  function remove(brokerId: string): void {
    const connection = open.get(brokerId)
    open.delete(brokerId)
    if (connection) void end(connection, true)
  }

  function connect(broker: StoredBroker): void {
    const before = open.get(broker.brokerId)
    const isElsewhere = before !== undefined && before.broker.url !== broker.url
    const dropped = before && !isElsewhere ? before.broker.topics.filter((topic) => !broker.topics.includes(topic)) : []
    const after = before && end(before, isElsewhere)
    open.set(broker.brokerId, new BrokerConnection(broker, { ...parts, dropped, after }))
  }

  return {
    connect,
    remove,
    async leave(brokerId) {
      const connection = open.get(brokerId)
      open.delete(brokerId)
      if (connection) await end(connection, false)
    },
    stateOf: (brokerId) => open.get(brokerId)?.state ?? NOT_CONNECTED,
    get connected() {
      return [...open.values()].filter(({ state }) => state.state === 'connected').length
    },
    async start() {
      for (const broker of await listAllBrokers(db)) connect(broker)
    },
    async close() {
      for (const connection of open.values()) void end(connection, false)
      open.clear()
      await Promise.all(ending)
    },
  }
}
