import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureNats } from './nats.mjs'
import { installSystemPackages } from './system-package.mjs'

const POSTGRESQL = '/usr/lib/postgresql'
/** PostgreSQL keeps programs in a folder for each version, which may hold only the client. */
const INITDB = existsSync(POSTGRESQL)
  ? readdirSync(POSTGRESQL).map((version) => join(POSTGRESQL, version, 'bin/initdb'))
  : []

/** A program of each package that a cluster on one machine runs beside NATS. */
const PROGRAMS = {
  postgresql: INITDB,
  haproxy: ['haproxy', '/usr/sbin/haproxy'],
}

/** Programs with which tests cut networks and set clocks. */
const OF_TESTS = { iproute2: ['ip', '/usr/sbin/ip'], faketime: ['/usr/bin/faketime'] }

/** Installs what a cluster runs where it is missing and can be installed; what is left missing is said by the cluster. */
export function ensureClusterPackages({ forTests = false } = {}) {
  const missing = Object.entries({ ...PROGRAMS, ...(forTests ? OF_TESTS : {}) })
    .filter(([, programs]) => !programs.some(isInstalled))
    .map(([name]) => name)
  if (missing.length > 0) installSystemPackages(missing, 'a cluster runs them')
  ensureNats()
}

function isInstalled(program) {
  return existsSync(program) || (!program.startsWith('/usr/lib/') && !spawnSync(program, ['-v']).error)
}
