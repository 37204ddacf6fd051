import type { BrokerState } from '../../features/boards/broker-state.ts'
import { listAllBrokers, type StoredBroker } from '../../features/boards/broker-store.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Db } from '../../platform/db/schema.ts'
import { messageOf } from '../../platform/error-details.ts'
import { openPeriodicJob } from '../../platform/jobs/periodic-job.ts'
import type { Log } from '../../platform/log.ts'
import { NOT_CONNECTED, type BrokerConnections } from './broker-connections.ts'

export const BROKER_LEASE_MS = 6000
const RENEWED_EVERY_MS = 2000
/** Finds changes whose message was lost. */
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
  readonly listGateways: () => Promise<readonly string[]>
  readonly links: BrokerConnections
  /** Returns whether this process cannot store messages, so that others take its brokers. */
  readonly isLogUnreachable?: () => boolean
}

/** The leases of this process, one for each broker. */
interface Leases {
  /** The names of the leases that this process holds, or held at the last poll. */
  readonly names: string[]
  isHeld(name: string): boolean
  /** Claims up to `most` free leases. */
  claim(names: readonly string[], most: number): Promise<unknown>
  /** Extends all leases. Returns the names of lost ones. */
  renew(): Promise<string[]>
  /** Forgets expired leases. Returns their names. */
  dropEnded(): string[]
  release(names: readonly string[]): Promise<void>
}

export interface BrokerLeases extends Omit<BrokerConnections, 'stateOf' | 'leave'> {
  /** Returns the state from the process that has the connection. */
  stateOf(brokerId: string): Promise<BrokerState>
  /** Extends the leases, and ends the connections whose lease was lost. */
  renew(): Promise<void>
  /** Opens and ends connections until this process has its quota of the stored brokers. */
  poll(): Promise<void>
}

const nameOf = (brokerId: string) => `broker:${brokerId}`
const idOf = (name: string) => name.slice('broker:'.length)

/**
 * Divides the connections to brokers evenly among the gateways of a cluster by leases. Without the database or the log they
 * expire and the connections end; brokers keep messages meanwhile.
 */
export function openBrokerLeases(options: Options): BrokerLeases {
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
    const gateways = new Set([...(await listGateways()), bus.nodeId]).size
    const quota = Math.ceil(brokers.size / gateways)
    for (const name of leases.names.slice(quota)) await giveBack(idOf(name))
    if (isClosing) return
    await leases.claim([...brokers.keys()].map(nameOf), quota - leases.names.length)
    if (!isClosing) connectHeld(brokers)
  }

  const onError = (error: unknown) => log.warn({ event: 'brokers.poll-failed', reason: messageOf(error) })
  const renewing = openPeriodicJob(renew, { everyMs: RENEWED_EVERY_MS, onError })
  const polling = openPeriodicJob(poll, { everyMs: POLL_MS, onError })

  function announceChange(): void {
    bus.publish(CHANGED, null)
    if (isStarted) void polling.runNow()
  }

  return {
    connect: announceChange,
    remove: announceChange,
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

function linksUnder(leases: Leases, links: Options['links'], isLogUnreachable: () => boolean) {
  /** The settings of each connection, as JSON. */
  const connected = new Map<string, string>()

  function leave(brokerId: string): Promise<void> {
    connected.delete(brokerId)
    return links.leave(brokerId)
  }

  return {
    connected,
    /** Ends the connection before it releases the lease. */
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
