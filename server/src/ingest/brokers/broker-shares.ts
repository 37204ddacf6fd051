import type { BrokerState } from '../../features/boards/broker-state.ts'
import { listAllBrokers, type StoredBroker } from '../../features/boards/broker-store.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Db } from '../../platform/db/schema.ts'
import { openPeriodicJob } from '../../platform/jobs/periodic-job.ts'
import type { Log } from '../../platform/log.ts'
import { NOT_CONNECTED, type BrokerConnections } from './broker-connections.ts'

/** A gateway that is killed is followed by another one within this time and a poll. */
export const BROKER_LEASE_MS = 6000
const RENEWED_EVERY_MS = 2000
/** The net for a message about a change that was lost. */
const POLL_MS = 5000
const ANSWERED_WITHIN_MS = 1000

/** A broker was added, changed or removed. */
const CHANGED = 'broker.changed'
const STATE = 'broker.state'

interface Options {
  readonly db: Db
  readonly bus: Bus
  readonly log: Log
  readonly leases: Leases
  /** Returns the ids of the processes that connect to brokers. */
  readonly listGateways: () => Promise<readonly string[]>
  /** The connections of this process. */
  readonly links: BrokerConnections
  /** Returns whether this process cannot store messages: others take its brokers. */
  readonly isLogUnreachable?: () => boolean
}

/** The leases of this process, one for each broker that it is connected to. */
interface Leases {
  /** The names of the leases that this process holds, or held at the last poll. */
  readonly names: string[]
  isHeld(name: string): boolean
  /** Claims up to `most` of the leases that are free. */
  claim(names: readonly string[], most: number): Promise<unknown>
  /** Extends all leases. Returns the names of those that another process holds. */
  renew(): Promise<string[]>
  /** Forgets leases that have expired, and returns their names. */
  dropEnded(): string[]
  release(names: readonly string[]): Promise<void>
}

export interface BrokerShares extends Omit<BrokerConnections, 'stateOf' | 'leave'> {
  /** Asks the process that has the connection. */
  stateOf(brokerId: string): Promise<BrokerState>
  /** Prolongs the leases, and ends the connections whose lease has ended or is another's. */
  renew(): Promise<void>
  /** Reads which brokers there are, and takes and gives back connections until this process has its share. */
  poll(): Promise<void>
}

const nameOf = (brokerId: string) => `broker:${brokerId}`
const idOf = (name: string) => name.slice('broker:'.length)

/**
 * Divides the connections to brokers evenly among the gateways of a cluster, by a lease for each broker. Without the
 * database or the log leases expire and connections end; brokers keep messages meanwhile.
 */
export function openBrokerShares(options: Options): BrokerShares {
  const { db, bus, log, leases, links, listGateways, isLogUnreachable = () => false } = options
  const { connected, giveBack, renew, connectHeld } = linksUnder(leases, links, isLogUnreachable)
  let isStarted = false
  let isClosing = false

  async function poll(): Promise<void> {
    const brokers = new Map((await listAllBrokers(db)).map((broker) => [broker.brokerId, broker]))
    const removed = leases.names.filter((name) => !brokers.has(idOf(name)))
    for (const brokerId of removed.map(idOf)) {
      connected.delete(brokerId)
      links.remove(brokerId)
    }
    await leases.release(removed)
    if (isLogUnreachable()) return
    // This process lives, whether or not it was noted.
    const gateways = new Set([...(await listGateways()), bus.nodeId]).size
    const share = Math.ceil(brokers.size / gateways)
    for (const name of leases.names.slice(share)) await giveBack(idOf(name))
    if (isClosing) return
    await leases.claim([...brokers.keys()].map(nameOf), share - leases.names.length)
    if (!isClosing) connectHeld(brokers)
  }

  const onError = (error: unknown) => log.warn({ event: 'brokers.poll-failed', reason: (error as Error).message })
  const renewing = openPeriodicJob(renew, { everyMs: RENEWED_EVERY_MS, onError })
  const polling = openPeriodicJob(poll, { everyMs: POLL_MS, onError })

  function tellOfChange(): void {
    bus.publish(CHANGED, null)
    if (isStarted) void polling.runNow()
  }

  return {
    connect: tellOfChange,
    remove: tellOfChange,
    get connected() {
      return links.connected
    },
    async stateOf(brokerId) {
      if (connected.has(brokerId)) return links.stateOf(brokerId)
      return ((await bus.request(STATE, brokerId, ANSWERED_WITHIN_MS)) as BrokerState | undefined) ?? NOT_CONNECTED
    },
    renew: () => renewing.runNow(),
    poll: () => polling.runNow(),
    async start() {
      isStarted = true
      await bus.subscribe(CHANGED, () => void polling.runNow())
      await bus.answer(STATE, async (id) => (connected.has(String(id)) ? links.stateOf(String(id)) : undefined))
      bus.onGap(() => void polling.runNow())
      await polling.runNow()
      polling.start()
      renewing.start()
    },
    async close() {
      isClosing = true
      await polling.close()
      await renewing.close()
      await links.close()
      connected.clear()
      await leases.release(leases.names)
    },
  }
}

/** Opens and ends connections with their leases. */
function linksUnder(leases: Leases, links: Options['links'], isLogUnreachable: () => boolean) {
  /** The broker settings of each connection. */
  const connected = new Map<string, string>()

  function leave(brokerId: string): Promise<void> {
    connected.delete(brokerId)
    return links.leave(brokerId)
  }

  return {
    connected,
    /** The connection ends before the lease does: nobody else opens it while this one is there. */
    async giveBack(brokerId: string): Promise<void> {
      await leave(brokerId)
      await leases.release([nameOf(brokerId)])
    },
    async renew(): Promise<void> {
      try {
        const lost = isLogUnreachable() ? [] : await leases.renew()
        for (const name of lost) void leave(idOf(name))
      } finally {
        for (const name of leases.dropEnded()) void leave(idOf(name))
      }
    },
    connectHeld(brokers: ReadonlyMap<string, StoredBroker>): void {
      for (const name of leases.names) {
        const broker = brokers.get(idOf(name))
        if (!broker || !leases.isHeld(name)) continue
        const stored = JSON.stringify(broker)
        if (connected.get(broker.brokerId) === stored) continue
        connected.set(broker.brokerId, stored)
        links.connect(broker)
      }
    },
  }
}
