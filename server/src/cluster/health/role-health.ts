import type { Role } from '../../platform/config/cluster-config.ts'
import type { Health } from '../../platform/health/health.ts'

export interface RoleChecks {
  /** Whether the clock is behind a time that it has shown. */
  readonly isClockBehind: () => boolean
  readonly database: { readonly isUnavailable: boolean }
  /** The log of readings. */
  readonly log: { readonly isUnavailable: boolean }
  /** The messages between the processes. */
  readonly bus: { readonly isConnected: boolean }
  /** Of a worker: whether its leases were renewed in time. */
  readonly isLeaseStoreCurrent: () => boolean
  /** The partitions that stopped because too much of them would be set aside. */
  readonly stopped: () => readonly number[]
  /** Of what serves people: for how many seconds something in the log waits to be read here. */
  readonly secondsBehind: () => number
  /** For how many seconds something in the log waits for its rules to be evaluated, by whichever process. */
  readonly secondsUnevaluated: () => number
}

/** Maximum age of the values shown to people, in seconds. */
const MOST_SECONDS_BEHIND = 10
/** Maximum delay of rules, in seconds; longer only when a worker is overloaded or hangs. */
const MOST_SECONDS_UNEVALUATED = 30

type Fault = 'store' | 'log' | 'leases' | 'dead-letters' | 'behind' | 'rules-behind'

/** The needs of each role. A gateway accepts readings of cached devices without the database. */
const NEEDED: Record<Role, readonly Fault[]> = {
  gateway: ['log'],
  worker: ['store', 'log', 'leases', 'dead-letters'],
  web: ['store', 'log', 'behind'],
  jobs: ['store'],
}

/** Returns what keeps a process with these roles from its work, and what else is wrong. Nothing of it waits. */
export function faultsOfRoles(
  roles: ReadonlySet<Role>,
  checks: Omit<RoleChecks, 'isClockBehind'>,
): { readonly faults: string[]; readonly degraded: string[] } {
  const found: Record<Fault, boolean> = {
    store: checks.database.isUnavailable,
    log: checks.log.isUnavailable,
    leases: roles.has('worker') && !checks.isLeaseStoreCurrent(),
    'dead-letters': checks.stopped().length > 0,
    behind: roles.has('web') && checks.secondsBehind() > MOST_SECONDS_BEHIND,
    // Of all partitions, in every process: the worker of one may not notice that it makes no progress.
    'rules-behind': checks.secondsUnevaluated() > MOST_SECONDS_UNEVALUATED,
  }
  const wrong = (Object.keys(found) as Fault[]).filter((fault) => found[fault])
  const needed = new Set([...roles].flatMap((role) => NEEDED[role]))
  return {
    faults: wrong.filter((fault) => needed.has(fault)),
    degraded: [...wrong.filter((fault) => !needed.has(fault)), ...(checks.bus.isConnected ? [] : ['bus'])],
  }
}

/** Answers the probes of a process of a cluster by its roles. It is not ready from the moment when it is to stop. */
export function openRoleHealth(roles: ReadonlySet<Role>, checks: RoleChecks, { drain }: Pick<Health, 'drain'>): Health {
  let isStopping = false
  return {
    async faults() {
      const clock = checks.isClockBehind() ? ['clock'] : []
      return [...(isStopping ? ['stopping'] : []), ...clock, ...faultsOfRoles(roles, checks).faults]
    },
    details() {
      const { degraded } = faultsOfRoles(roles, checks)
      return degraded.length === 0 ? {} : { degraded }
    },
    drain() {
      isStopping = true
      drain()
    },
  }
}
