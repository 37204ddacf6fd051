import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** A mirror may not answer at once. */
const AGAIN = ['-o', 'Acquire::Retries=5']

/** Installs packages of Debian where that is possible without asking: as root. Returns whether it tried. */
export function installSystemPackages(names, why) {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return false
  console.log(`Installing the system packages ${names.join(', ')} with apt-get: ${why}.`)
  const quiet = { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  spawnSync('apt-get', [...AGAIN, 'update', '-qq'], quiet)
  spawnSync('apt-get', [...AGAIN, 'install', '-y', '-qq', '--no-install-recommends', ...names], quiet)
  return true
}
