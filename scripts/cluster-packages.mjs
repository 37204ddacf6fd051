import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { ensureNats } from './nats.mjs'
import { installSystemPackages } from './system-package.mjs'

/** A program of each package that a cluster on one machine runs beside NATS. */
const PROGRAMS = {
  postgresql: ['/usr/lib/postgresql'],
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

/** PostgreSQL keeps its programs in a folder of their own. */
function isInstalled(program) {
  return existsSync(program) || !spawnSync(program, ['-v']).error
}
