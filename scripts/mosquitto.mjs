import { spawnSync } from 'node:child_process'
import { installSystemPackages } from './system-package.mjs'

/**
 * Installs the broker and the client programs of Mosquitto where they are missing and can be installed. The tests that
 * speak with them are left out elsewhere, which is said.
 */
export function ensureMosquitto() {
  if (isInstalled()) return
  if (
    installSystemPackages(['mosquitto', 'mosquitto-clients'], 'tests speak with a broker and boards that others wrote')
  )
    if (isInstalled()) return
  console.log('Mosquitto is not installed: the tests that speak with its programs are left out.')
}

/** Debian installs the broker where only root looks. */
function isInstalled() {
  const runs = (program) => !spawnSync(program, ['--help']).error
  return (runs('mosquitto') || runs('/usr/sbin/mosquitto')) && runs('mosquitto_pub') && runs('mosquitto_sub')
}
