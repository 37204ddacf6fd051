import {
  crashPostgres,
  emptyNats,
  killForGood,
  killNats,
  killNode,
  killProxy,
  killTwoNats,
  killWorkerAndLeader,
  pauseNats,
  pauseNode,
  pausePostgres,
  restartNode,
  stopAndCrashPostgres,
  stopPostgres,
  type Fault,
} from './faults.ts'

/** A row of the table: faults one after another on an installation of their own. */
export interface Row {
  readonly id: string
  readonly title: string
  readonly on: 'cluster' | 'one process'
  readonly faults: readonly Fault[]
}

const NODES = ['worker-1', 'worker-2', 'gateway-1', 'gateway-2', 'web-1', 'web-2'] as const

export const ROWS: readonly Row[] = [
  {
    id: 'gateways-workers',
    title: 'each gateway killed; one paused 15 s; each worker (with jobs) killed; one paused 25 s',
    on: 'cluster',
    faults: [
      killNode('gateway-1', 3),
      killNode('gateway-2', 3),
      pauseNode('gateway-1', 15),
      killNode('worker-1', 12),
      killNode('worker-2', 3),
      pauseNode('worker-1', 25),
    ],
  },
  {
    id: 'webs-nats',
    title: 'each web node killed; one paused 15 s; each NATS killed in turn, 4 s',
    on: 'cluster',
    faults: [
      killNode('web-1', 3),
      killNode('web-2', 3),
      pauseNode('web-1', 15),
      killNats(0, 4),
      killNats(1, 4),
      killNats(2, 4),
    ],
  },
  {
    id: 'two-at-once',
    title: 'worker and NATS leader at once; leader paused 15 s; two NATS gone 10 s; proxy killed',
    on: 'cluster',
    faults: [killWorkerAndLeader('worker-1', 5), pauseNats('leader', 15), killTwoNats(10), killProxy(3)],
  },
  {
    id: 'postgres-paused',
    title: 'PostgreSQL paused 20 s; rolling restart of all six nodes',
    on: 'cluster',
    faults: [pausePostgres(20), ...NODES.map(restartNode)],
  },
  {
    id: 'nats-disk',
    title: 'a NATS server with an emptied disk, then its leader killed; leader killed again',
    on: 'cluster',
    faults: [emptyNats, killNats('leader', 5), killNats('leader', 5)],
  },
  { id: 'postgres-away', title: 'PostgreSQL away 60 s', on: 'cluster', faults: [stopPostgres(60)] },
  { id: 'postgres-crash', title: 'PostgreSQL crashed', on: 'cluster', faults: [crashPostgres] },
  {
    id: 'postgres-away-crash',
    title: 'PostgreSQL away 60 s, then crashed 4 s after it was back',
    on: 'cluster',
    faults: [stopAndCrashPostgres(60, 4)],
  },
  {
    id: 'for-good',
    title: 'a gateway and a worker killed for good',
    on: 'cluster',
    faults: [killForGood('gateway-1'), killForGood('worker-1')],
  },
  {
    id: 'one-process',
    title: 'one process: PostgreSQL restarted, crashed, away 20 s, paused 12 s; server killed',
    on: 'one process',
    faults: [stopPostgres(0), crashPostgres, stopPostgres(20), pausePostgres(12), killNode('server', 3)],
  },
]

/** Draws a fault from a source of numbers from 0 to 1. */
export function drawFault(on: Row['on'], random: () => number): Fault {
  const from = (least: number, most: number) => Math.round(least + random() * (most - least))
  const one = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!
  const ofPostgres = [
    () => pausePostgres(from(2, 20)),
    () => stopPostgres(from(0, 60)),
    () => crashPostgres,
    () => stopAndCrashPostgres(from(2, 60), from(1, 5)),
  ]
  if (on === 'one process')
    return one([
      ...ofPostgres,
      () => killNode('server', from(0, 5)),
      () => restartNode('server'),
      () => pauseNode('server', from(1, 15)),
    ])()
  return one([
    ...ofPostgres,
    () => killNode(one(NODES), from(0, 15)),
    () => pauseNode(one(NODES), from(1, 25)),
    () => restartNode(one(NODES)),
    () => killNats(one([0, 1, 2, 'leader'] as const), from(0, 8)),
    () => pauseNats(one([0, 1, 2, 'leader'] as const), from(1, 15)),
    () => killTwoNats(from(1, 10)),
    () => killWorkerAndLeader(one(['worker-1', 'worker-2']), from(0, 10)),
    () => killProxy(from(0, 5)),
    () => emptyNats,
  ])()
}
