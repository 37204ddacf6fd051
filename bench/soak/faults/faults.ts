import { setTimeout as wait } from 'node:timers/promises'
import type { ClusterNode } from '../../../testing/cluster-node.ts'
import type { NatsServer } from '../../../testing/nats-server.ts'
import type { Installation } from './installation.ts'
import { leaderOf, untilCurrent } from '../../../testing/nats-state.ts'

/** A failure that is repaired when `run` has ended, unless the name says otherwise. */
export interface Fault {
  readonly name: string
  run(installation: Installation): Promise<void>
}

const SECOND = 1000

/** Kills a node and starts it after `seconds`. */
export function killNode(name: string, seconds: number): Fault {
  return {
    name: `${name} killed for ${seconds} s`,
    async run(at) {
      const node = nodeOf(at, name)
      await node.kill()
      await wait(seconds * SECOND)
      await start(at, [node])
    },
  }
}

export function killForGood(name: string): Fault {
  return { name: `${name} killed for good`, run: (at) => nodeOf(at, name).kill() }
}

export function pauseNode(name: string, seconds: number): Fault {
  return {
    name: `${name} paused for ${seconds} s`,
    async run(at) {
      const node = nodeOf(at, name)
      node.signal('SIGSTOP')
      await wait(seconds * SECOND)
      node.signal('SIGCONT')
      await at.cluster?.proxy.untilUp([name])
    },
  }
}

/** Stops a node with SIGTERM and starts it. */
export function restartNode(name: string): Fault {
  return {
    name: `${name} restarted`,
    async run(at) {
      const node = nodeOf(at, name)
      const code = await node.stop()
      if (code !== 0) throw new Error(`${name} ended with ${code}: ${node.errors().slice(-2000)}`)
      await start(at, [node])
    },
  }
}

/** @param index of the server from 0, or `leader` */
export function killNats(index: number | 'leader', seconds: number): Fault {
  return {
    name: `${natsName(index)} killed for ${seconds} s`,
    async run(at) {
      const server = await natsOf(at, index)
      await server.kill()
      await wait(seconds * SECOND)
      await server.start()
    },
  }
}

export function pauseNats(index: number | 'leader', seconds: number): Fault {
  return {
    name: `${natsName(index)} paused for ${seconds} s`,
    async run(at) {
      const server = await natsOf(at, index)
      server.signal('SIGSTOP')
      await wait(seconds * SECOND)
      server.signal('SIGCONT')
    },
  }
}

export function killTwoNats(seconds: number): Fault {
  return {
    name: `two NATS servers killed for ${seconds} s`,
    async run(at) {
      const servers = natsIn(at).servers.slice(0, 2)
      await Promise.all(servers.map((server) => server.kill()))
      await wait(seconds * SECOND)
      await Promise.all(servers.map((server) => server.start()))
    },
  }
}

/** Waits for current replicas, as a bare majority could lose acknowledged readings. */
export const emptyNats: Fault = {
  name: 'NATS server with an emptied disk',
  async run(at) {
    await untilCurrent(natsIn(at))
    const leader = await leaderOf(natsIn(at))
    const server = natsIn(at).servers.find((one) => one !== leader)!
    await server.kill()
    server.empty()
    await server.start()
    await untilCurrent(natsIn(at))
  },
}

export function killWorkerAndLeader(name: string, seconds: number): Fault {
  return {
    name: `${name} and the NATS leader killed for ${seconds} s`,
    async run(at) {
      const [node, server] = [nodeOf(at, name), await natsOf(at, 'leader')]
      await Promise.all([node.kill(), server.kill()])
      await wait(seconds * SECOND)
      await server.start()
      await start(at, [node])
    },
  }
}

export function killProxy(seconds: number): Fault {
  return {
    name: `proxy killed for ${seconds} s`,
    async run({ cluster, nodes }) {
      await cluster?.proxy.kill()
      await wait(seconds * SECOND)
      await cluster?.proxy.start()
      await cluster?.proxy.untilUp(nodes.map(({ name }) => name))
    },
  }
}

export function pausePostgres(seconds: number): Fault {
  return {
    name: `PostgreSQL paused for ${seconds} s`,
    async run({ postgres }) {
      postgres.pause()
      await wait(seconds * SECOND)
      postgres.resume()
    },
  }
}

export function stopPostgres(seconds: number): Fault {
  return {
    name: `PostgreSQL away for ${seconds} s`,
    async run({ postgres }) {
      await postgres.stop('fast')
      await wait(seconds * SECOND)
      await postgres.start()
    },
  }
}

export const crashPostgres: Fault = {
  name: 'PostgreSQL crashed',
  async run({ postgres }) {
    await postgres.crash()
    await postgres.start()
  },
}

/** The second crash happens while workers take over partitions. */
export function stopAndCrashPostgres(seconds: number, apart: number): Fault {
  return {
    name: `PostgreSQL away for ${seconds} s, crashed after ${apart} s`,
    async run(at) {
      await stopPostgres(seconds).run(at)
      await wait(apart * SECOND)
      await crashPostgres.run(at)
    },
  }
}

async function start({ cluster }: Installation, nodes: readonly ClusterNode[]): Promise<void> {
  await Promise.all(nodes.map((node) => node.start()))
  await cluster?.proxy.untilUp(nodes.map(({ name }) => name))
}

function nodeOf({ nodes }: Installation, name: string): ClusterNode {
  const found = nodes.find((node) => node.name === name)
  if (!found) throw new Error(`There is no node ${name}`)
  return found
}

function natsIn({ cluster }: Installation) {
  if (!cluster) throw new Error('One process has no NATS')
  return cluster.nats
}

async function natsOf(at: Installation, index: number | 'leader'): Promise<NatsServer> {
  return index === 'leader' ? leaderOf(natsIn(at)) : natsIn(at).servers[index]!
}

const natsName = (index: number | 'leader') => (index === 'leader' ? 'NATS leader' : `nats-${index + 1}`)
