import type { Log } from '../../platform/log.ts'
import { openPeriodicJob } from '../../platform/jobs/periodic-job.ts'
import type { LeaseStore } from './lease-store.ts'
import { subjectOf, type Bus } from '../../platform/bus/bus.ts'

const NOTED_EVERY_MS = 2000
/** A process not seen for this long counts as gone. */
export const LIVES_FOR_MS = 6000

/** Noted in place of the roles whose work is divided among those that live, by a process that can't do it for now. */
export const CUT_OFF = 'cut-off'
const DIVIDED: readonly string[] = ['gateway', 'worker']

export interface Nodes {
  /** Returns the ids of the living processes with a role, in ascending order; this one is among them once it has started. */
  living(role: string): Promise<string[]>
  /** Notes now that this process lives. */
  note(): Promise<void>
  start(): void
  /** Says that this process is gone. */
  close(): Promise<void>
}

/** Announces this process to the others, and lists them. */
export function openNodes(options: {
  readonly store: LeaseStore
  readonly nodeId: string
  readonly roles: Iterable<string>
  readonly isLogUnreachable?: () => boolean
  readonly log: Log
}): Nodes {
  const { store, nodeId, log, isLogUnreachable = () => false } = options
  const roles = [...options.roles]
  const others = [...roles.filter((role) => !DIVIDED.includes(role)), CUT_OFF]
  const job = openPeriodicJob(() => store.noteNode(nodeId, isLogUnreachable() ? others : roles), {
    everyMs: NOTED_EVERY_MS,
    runsAtStart: true,
    onError: (error) => log.warn({ event: 'node.not-noted', reason: (error as Error).message }),
  })
  return {
    living: (role) => store.listNodes(role, LIVES_FOR_MS),
    note: () => job.runNow(),
    start: () => job.start(),
    async close() {
      await job.close()
      await store.removeNode(nodeId)
    },
  }
}

/**
 * Warns in the logs of both when another process that runs has the name of this one: their messages, figures and connected
 * devices can't be told apart. Leases can.
 */
export async function warnOfSameName(bus: Bus, log: { warn(line: object): void }): Promise<void> {
  const subject = subjectOf('node', bus.nodeId)
  const warn = () =>
    log.warn({
      event: 'node.same-name',
      nodeId: bus.nodeId,
      advice: 'Another process runs with this NODE_ID. Give each a name of its own.',
    })
  // First, so that two that start at once find each other.
  await bus.answer(subject, async () => {
    warn()
    return 'here'
  })
  if ((await bus.request(subject, {})) !== undefined) warn()
}
